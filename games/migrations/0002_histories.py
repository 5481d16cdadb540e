"""A changed log, a deal used twice and a reopened round are refused; a moved round is signalled."""

from django.db import migrations

from accounts.history import append_only

DEAL = """
CREATE FUNCTION games_deal_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'a deal is never deleted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.client_seed IS NOT NULL
       OR (NEW.id, NEW.player_id, NEW.game, NEW.currency, NEW.nonce, NEW.server_seed,
           NEW.commitment, NEW.made_at)
          IS DISTINCT FROM
          (OLD.id, OLD.player_id, OLD.game, OLD.currency, OLD.nonce, OLD.server_seed,
           OLD.commitment, OLD.made_at)
    THEN
        RAISE EXCEPTION 'a deal takes its client seed once, and nothing else of it changes'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER games_deal_guard BEFORE UPDATE OR DELETE ON games_deal
    FOR EACH ROW EXECUTE FUNCTION games_deal_guard();
"""

ROUND = """
CREATE FUNCTION games_round_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'a round is never deleted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.ended_at IS NOT NULL THEN
        RAISE EXCEPTION 'round % has ended and does not change', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.entries < OLD.entries
       OR (NEW.id, NEW.player_id, NEW.deal_id, NEW.game, NEW.currency, NEW.mode, NEW.options,
           NEW.bets, NEW.rules_version, NEW.started_at)
          IS DISTINCT FROM
          (OLD.id, OLD.player_id, OLD.deal_id, OLD.game, OLD.currency, OLD.mode, OLD.options,
           OLD.bets, OLD.rules_version, OLD.started_at)
    THEN
        RAISE EXCEPTION 'round % keeps its deal, options, bets and log', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER games_round_guard BEFORE UPDATE OR DELETE ON games_round
    FOR EACH ROW EXECUTE FUNCTION games_round_guard();
"""

# The live signal of accounts/live.py, sent by the database so that no writer can leave it out.
SIGNAL = """
CREATE FUNCTION games_round_signal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('fairdeal', format('%s round:%s %s', NEW.player_id, NEW.id, NEW.entries));
    RETURN NULL;
END $$;
CREATE TRIGGER games_round_signal AFTER INSERT OR UPDATE OF entries, ended_at ON games_round
    FOR EACH ROW EXECUTE FUNCTION games_round_signal();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial"), ("accounts", "0002_event_is_a_history")]
    operations = [
        append_only("games_move"),
        migrations.RunSQL(DEAL, "DROP FUNCTION games_deal_guard() CASCADE"),
        migrations.RunSQL(SIGNAL, "DROP FUNCTION games_round_signal() CASCADE"),
        migrations.RunSQL(ROUND, "DROP FUNCTION games_round_guard() CASCADE"),
    ]
