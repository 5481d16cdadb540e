"""What the database itself refuses and does: see docs/ledger.md, "Who holds what"."""

from django.db import migrations

from accounts.history import append_only

# Locks all accounts of the player in the currency, in id order, then the player's oldest account.
# The oldest stands for the player: without it the same key, inserted in two currencies at once,
# could be missed by the look below and be dropped by ON CONFLICT after the money has moved.
HOLD = """
CREATE FUNCTION wallet_hold(whose bigint, what text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM wallet_account
        WHERE player_id = whose
            AND (currency = what
                OR id = (SELECT min(id) FROM wallet_account WHERE player_id = whose))
        ORDER BY currency = what DESC, id
        FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'Player % has no account.', whose USING ERRCODE = 'foreign_key_violation';
    END IF;
END $$
"""

# For the ledger: the player's accounts, locked, and the house's, not locked. A function, since its
# plans are kept, which a statement's are not.
HELD = """
CREATE FUNCTION wallet_held(whose bigint, what text)
RETURNS TABLE (kind text, id bigint, balance bigint, entries bigint) LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY SELECT mine.kind::text, mine.id, mine.balance, mine.entries
        FROM wallet_account AS mine WHERE mine.player_id = whose AND mine.currency = what
        ORDER BY mine.id FOR NO KEY UPDATE;
    RETURN QUERY SELECT house.kind::text, house.id, house.balance, house.entries
        FROM wallet_account AS house WHERE house.player_id IS NULL AND house.currency = what;
END $$
"""

# Called after the lock, in a snapshot of its own: so it sees what the lock has waited for.
MOVED_BEFORE = """
CREATE FUNCTION wallet_moved_before(again wallet_transfer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    first wallet_transfer;
BEGIN
    SELECT * INTO first FROM wallet_transfer
        WHERE player_id = again.player_id AND key = again.key;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    IF (first.cause, first.kind, first.source_id, first.target_id, first.amount, first.currency,
        first.reverses_id)
        IS DISTINCT FROM
        (again.cause, again.kind, again.source_id, again.target_id, again.amount, again.currency,
        again.reverses_id)
    THEN
        RAISE EXCEPTION 'The key % was used for another transfer.', again.key
            USING ERRCODE = 'unique_violation', CONSTRAINT = 'transfer_key_same_content';
    END IF;
    RETURN true;
END $$
"""

# One side's account as it stands under the lock, if this transfer may touch it.
SIDE = """
CREATE FUNCTION wallet_side(side bigint, moved wallet_transfer) RETURNS wallet_account
LANGUAGE plpgsql AS $$
DECLARE
    account wallet_account;
BEGIN
    SELECT * INTO account FROM wallet_account WHERE id = side;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'There is no account %.', side USING ERRCODE = 'foreign_key_violation';
    ELSIF account.closed_at IS NOT NULL THEN
        RAISE EXCEPTION 'The account % is closed.', side USING ERRCODE = 'check_violation';
    ELSIF account.currency IS DISTINCT FROM moved.currency THEN
        RAISE EXCEPTION 'The account % is in %, the transfer in %.',
            side, account.currency, moved.currency USING ERRCODE = 'check_violation';
    ELSIF account.player_id <> moved.player_id THEN
        RAISE EXCEPTION 'The account % is not of player %.', side, moved.player_id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN account;
END $$
"""

# ON CONFLICT would drop a second reversal after it has moved, so it is looked for here.
REVERSAL = """
CREATE FUNCTION wallet_check_reversal(back wallet_transfer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    first wallet_transfer;
BEGIN
    SELECT * INTO first FROM wallet_transfer WHERE id = back.reverses_id;
    IF (first.player_id, first.amount, first.currency, first.source_id, first.target_id)
        IS DISTINCT FROM
        (back.player_id, back.amount, back.currency, back.target_id, back.source_id)
    THEN
        RAISE EXCEPTION 'A reversal has the amount of transfer %, from its target to its source.',
            back.reverses_id USING ERRCODE = 'check_violation';
    ELSIF first.reverses_id IS NOT NULL THEN
        RAISE EXCEPTION 'A reversal is never reversed.' USING ERRCODE = 'check_violation';
    ELSIF EXISTS (SELECT FROM wallet_transfer WHERE reverses_id = back.reverses_id) THEN
        RAISE EXCEPTION 'Transfer % is reversed already.', back.reverses_id
            USING ERRCODE = 'unique_violation', CONSTRAINT = 'transfer_reversed_once';
    END IF;
END $$
"""

# The order is the promise: lock, look for the key, then move. The id is drawn here, so that none
# that exists can be given and dropped by ON CONFLICT after the money has moved. The rights are
# the owner's, since the application may not write a balance.
MOVE = """
CREATE FUNCTION wallet_move() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM wallet_hold(NEW.player_id, NEW.currency);
    IF wallet_moved_before(NEW) THEN
        RETURN NULL;
    END IF;
    IF (NEW.amount = trunc(NEW.amount) AND NEW.amount BETWEEN 1 AND 1e15) IS NOT TRUE THEN
        RAISE EXCEPTION 'An amount is a whole number of minor units from 1 to 10^15.'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_amount_in_range';
    END IF;
    IF NEW.reverses_id IS NOT NULL THEN
        PERFORM wallet_check_reversal(NEW);
    END IF;
    PERFORM wallet_side(NEW.source_id, NEW), wallet_side(NEW.target_id, NEW);
    NEW.amount := trunc(NEW.amount);
    NEW.source_after := NULL;
    NEW.source_no := NULL;
    NEW.target_after := NULL;
    NEW.target_no := NULL;
    UPDATE wallet_account SET balance = balance - NEW.amount, entries = entries + 1
        WHERE id = NEW.source_id AND player_id IS NOT NULL
        RETURNING balance, entries INTO NEW.source_after, NEW.source_no;
    UPDATE wallet_account SET balance = balance + NEW.amount, entries = entries + 1
        WHERE id = NEW.target_id AND player_id IS NOT NULL
        RETURNING balance, entries INTO NEW.target_after, NEW.target_no;
    NEW.id := nextval('wallet_transfer_id_seq');
    NEW.made_at := clock_timestamp();
    RETURN NEW;
END $$;
CREATE TRIGGER wallet_transfer_move BEFORE INSERT ON wallet_transfer
    FOR EACH ROW EXECUTE FUNCTION wallet_move()
"""

# No identity: the trigger draws the id. OWNED BY keeps the sequence with its column.
IDS = """
ALTER TABLE wallet_transfer ALTER id DROP IDENTITY;
CREATE SEQUENCE wallet_transfer_id_seq AS bigint OWNED BY wallet_transfer.id;
ALTER TABLE wallet_transfer ADD CONSTRAINT transfer_amount_whole CHECK (amount = trunc(amount));
ALTER TABLE wallet_account SET (fillfactor = 50)
"""

ACCOUNT = """
CREATE FUNCTION wallet_refuse_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'A balance is written by the insert of a transfer and by nothing else.'
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE FUNCTION wallet_refuse_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'An account keeps its owner, kind and currency, and is closed, not deleted.'
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER wallet_account_starts_empty BEFORE INSERT ON wallet_account FOR EACH ROW
    WHEN (NEW.balance <> 0 OR NEW.entries <> 0)
    EXECUTE FUNCTION wallet_refuse_balance();
CREATE TRIGGER wallet_account_keeps_balance BEFORE UPDATE ON wallet_account FOR EACH ROW
    WHEN (pg_trigger_depth() = 0
        AND (OLD.balance, OLD.entries) IS DISTINCT FROM (NEW.balance, NEW.entries))
    EXECUTE FUNCTION wallet_refuse_balance();
CREATE TRIGGER wallet_account_keeps_owner BEFORE UPDATE ON wallet_account FOR EACH ROW
    WHEN ((OLD.id, OLD.player_id, OLD.kind, OLD.currency)
        IS DISTINCT FROM (NEW.id, NEW.player_id, NEW.kind, NEW.currency))
    EXECUTE FUNCTION wallet_refuse_account();
CREATE TRIGGER wallet_account_no_delete BEFORE DELETE ON wallet_account
    FOR EACH ROW EXECUTE FUNCTION wallet_refuse_account();
CREATE TRIGGER wallet_account_no_truncate BEFORE TRUNCATE ON wallet_account
    FOR EACH STATEMENT EXECUTE FUNCTION wallet_refuse_account()
"""

# The application may not lock a table against writers; a history it may, for the time of a look.
LOCK_HISTORY = """
CREATE FUNCTION wallet_lock_history(history regclass) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = history
            AND tgfoid = 'refuse_change'::regproc)
    THEN
        RAISE EXCEPTION '% is not a history', history USING ERRCODE = 'insufficient_privilege';
    END IF;
    EXECUTE format('LOCK TABLE %s IN SHARE MODE', history);
END $$
"""


class Migration(migrations.Migration):
    dependencies = [("wallet", "0001_initial"), ("accounts", "0002_event_is_a_history")]

    operations = [
        migrations.RunSQL(IDS, migrations.RunSQL.noop),
        migrations.RunSQL(HOLD, "DROP FUNCTION wallet_hold"),
        migrations.RunSQL(HELD, "DROP FUNCTION wallet_held"),
        migrations.RunSQL(MOVED_BEFORE, "DROP FUNCTION wallet_moved_before"),
        migrations.RunSQL(SIDE, "DROP FUNCTION wallet_side"),
        migrations.RunSQL(REVERSAL, "DROP FUNCTION wallet_check_reversal"),
        migrations.RunSQL(MOVE, "DROP FUNCTION wallet_move CASCADE"),
        migrations.RunSQL(
            ACCOUNT, "DROP FUNCTION wallet_refuse_balance, wallet_refuse_account CASCADE"
        ),
        migrations.RunSQL(LOCK_HISTORY, "DROP FUNCTION wallet_lock_history"),
        append_only("wallet_transfer"),
        append_only("wallet_seal"),
    ]
