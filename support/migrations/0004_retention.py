"""Lines of chats are histories, and are emptied after their time by two functions alone.

A chat is emptied when it has ended, no line of it is younger than 90 days and no complaint about it
younger than five years; a complaint when it was made and answered five years ago. The dates of
lines and complaints are not the application's to change, so that no mistake of its own empties
anything earlier.
"""

from django.db import migrations

MAY_FORGET = """
CREATE FUNCTION support_may_forget(chat bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM support_conversation
        WHERE id = chat AND state = 'resolved' AND resolved_at < now() - interval '90 days'
    ) AND NOT EXISTS (
        SELECT FROM support_line WHERE conversation_id = chat AND at > now() - interval '90 days'
    ) AND NOT EXISTS (
        SELECT FROM support_complaint
        WHERE conversation_id = chat
            AND (ended_at IS NULL OR greatest(made_at, ended_at) > now() - interval '5 years')
    )
$$
"""

# The owner too changes a line only by emptying it, and drops a file only when its chat may go.
KEEP = """
CREATE FUNCTION support_keep_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.text = '' AND support_may_forget(OLD.conversation_id) THEN
        NEW.text := OLD.text;
        IF NEW IS NOT DISTINCT FROM OLD THEN
            NEW.text := '';
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'Lines of chats are only added, and emptied after their time.'
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE FUNCTION support_keep_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND support_may_forget(
        (SELECT conversation_id FROM support_line WHERE id = OLD.line_id))
    THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'Files of chats are only added, and dropped after their time.'
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER support_line_kept BEFORE UPDATE OR DELETE ON support_line
    FOR EACH ROW EXECUTE FUNCTION support_keep_line();
CREATE TRIGGER support_file_kept BEFORE UPDATE OR DELETE ON support_linefile
    FOR EACH ROW EXECUTE FUNCTION support_keep_file();
CREATE TRIGGER support_line_no_truncate BEFORE TRUNCATE ON support_line
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER support_file_no_truncate BEFORE TRUNCATE ON support_linefile
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
"""

# With the owner's rights, since the application may neither change a line nor drop a file.
FORGET_CHATS = """
CREATE FUNCTION support_forget_chats(before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    chat bigint;
    done integer := 0;
BEGIN
    FOR chat IN
        SELECT id FROM support_conversation
        WHERE state = 'resolved' AND resolved_at < before
            AND (emptied_at IS NULL OR emptied_at < resolved_at)
            AND support_may_forget(id)
        ORDER BY id LIMIT most FOR NO KEY UPDATE SKIP LOCKED
    LOOP
        UPDATE support_line SET text = '' WHERE conversation_id = chat AND text <> '';
        DELETE FROM support_linefile WHERE line_id IN
            (SELECT id FROM support_line WHERE conversation_id = chat);
        UPDATE support_conversation
            SET summary = '', tried = '[]', page = '', rating_note = '', emptied_at = now()
            WHERE id = chat;
        done := done + 1;
    END LOOP;
    RETURN done;
END $$
"""

FORGET_COMPLAINTS = """
CREATE FUNCTION support_forget_complaints(before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    done integer;
BEGIN
    UPDATE support_complaint
        SET text = '', answer = '', final_answer = '', escalation = '', address = NULL,
            email = CASE WHEN email = '' THEN '' ELSE 'forgotten@invalid' END
        WHERE id IN (
            SELECT id FROM support_complaint
            WHERE ended_at < before AND text <> ''
                AND greatest(made_at, ended_at) < now() - interval '5 years'
            ORDER BY id LIMIT most FOR NO KEY UPDATE SKIP LOCKED);
    GET DIAGNOSTICS done = ROW_COUNT;
    RETURN done;
END $$
"""


class Migration(migrations.Migration):
    dependencies = [("support", "0003_chats"), ("accounts", "0002_event_is_a_history")]

    operations = [
        migrations.RunSQL(MAY_FORGET, "DROP FUNCTION support_may_forget"),
        migrations.RunSQL(KEEP, "DROP FUNCTION support_keep_line, support_keep_file CASCADE"),
        migrations.RunSQL(FORGET_CHATS, "DROP FUNCTION support_forget_chats"),
        migrations.RunSQL(FORGET_COMPLAINTS, "DROP FUNCTION support_forget_complaints"),
    ]
