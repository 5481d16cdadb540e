"""Cash-outs, and what the database itself refuses about them: see docs/ledger.md, "Cash-outs"."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from accounts.history import append_only

# What was asked for stays, a row goes one of its ways, an end is an end, a provider is called once,
# and nothing is approved by fewer people than it needs.
GUARD = """
CREATE FUNCTION wallet_guard_cash_out() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    given integer;
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'A cash-out is never deleted.'
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF (OLD.id, OLD.player_id, OLD.form_key, OLD.amount, OLD.currency, OLD.method_id,
            OLD.two_people, OLD.made_at)
        IS DISTINCT FROM (NEW.id, NEW.player_id, NEW.form_key, NEW.amount, NEW.currency,
            NEW.method_id, NEW.two_people, NEW.made_at)
    THEN
        RAISE EXCEPTION 'What a cash-out asks for never changes.'
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF OLD.called_at IS DISTINCT FROM NEW.called_at AND OLD.called_at IS NOT NULL THEN
        RAISE EXCEPTION 'The provider is called once for a cash-out.'
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF OLD.payout_file_id IS DISTINCT FROM NEW.payout_file_id
        AND (OLD.payout_file_id IS NOT NULL OR NEW.by_provider)
    THEN
        RAISE EXCEPTION 'A cash-out is in one payout file, and in none that a provider pays.'
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
        ('requested', 'on hold'), ('requested', 'approved'), ('requested', 'refused'),
        ('requested', 'taken back'), ('on hold', 'requested'), ('on hold', 'refused'),
        ('approved', 'on hold'), ('approved', 'sending'), ('approved', 'refused'),
        ('sending', 'sent'), ('sending', 'failed'), ('sending', 'unknown'),
        ('unknown', 'sent'), ('unknown', 'failed'))
    THEN
        RAISE EXCEPTION 'A cash-out that is % does not become %.', OLD.state, NEW.state
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.state <> 'approved' AND NEW.state = 'approved' THEN
        SELECT count(DISTINCT person_id) INTO given FROM wallet_approval
            WHERE cash_out_id = NEW.id AND turn = NEW.turn AND person_id <> NEW.player_id;
        IF given < 1 + NEW.two_people::integer THEN
            RAISE EXCEPTION 'This cash-out is not approved by as many people as it needs.'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER wallet_cashout_guard BEFORE UPDATE OR DELETE ON wallet_cashout
    FOR EACH ROW EXECUTE FUNCTION wallet_guard_cash_out();
CREATE TRIGGER wallet_cashout_no_truncate BEFORE TRUNCATE ON wallet_cashout
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
"""

FILE = """
CREATE FUNCTION wallet_guard_payout_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE'
        OR to_jsonb(OLD) - 'confirmed_at' IS DISTINCT FROM to_jsonb(NEW) - 'confirmed_at'
        OR OLD.confirmed_at IS NOT NULL
    THEN
        RAISE EXCEPTION 'A payout file stays as it was made.'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER wallet_payoutfile_guard BEFORE UPDATE OR DELETE ON wallet_payoutfile
    FOR EACH ROW EXECUTE FUNCTION wallet_guard_payout_file();
CREATE TRIGGER wallet_payoutfile_no_truncate BEFORE TRUNCATE ON wallet_payoutfile
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
"""


class Migration(migrations.Migration):

    dependencies = [
        ('wallet', '0004_deposits'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SandboxPayout',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80, unique=True)),
                ('amount', models.BigIntegerField()),
                ('currency', models.CharField(max_length=3)),
                ('paid', models.BooleanField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='CashOut',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('form_key', models.UUIDField(editable=False, verbose_name='form')),
                ('amount', models.BigIntegerField(help_text='In minor units.', verbose_name='amount')),
                ('currency', models.CharField(max_length=3, verbose_name='currency')),
                ('state', models.CharField(choices=[('requested', 'requested'), ('on hold', 'on hold'), ('approved', 'approved'), ('sending', 'being sent'), ('unknown', 'being looked up at the bank'), ('sent', 'sent'), ('refused', 'refused'), ('failed', 'failed'), ('taken back', 'taken back')], default='requested', max_length=12, verbose_name='state')),
                ('two_people', models.BooleanField(verbose_name='two people approve')),
                ('reason', models.CharField(blank=True, choices=[('identity', 'We need to see your identity papers again.'), ('method', 'We check that the account for the payment is in your name.'), ('deposit', 'A deposit of yours is not settled with the bank yet.'), ('play', 'A person of the house looks at the games behind this money.'), ('dispute', 'There is an open question between you and us about this money.'), ('asked', 'You asked us to.'), ('bank', 'The bank did not take the payment.'), ('other', 'A person of the house looks at it and writes to you.')], max_length=12, verbose_name='reason')),
                ('turn', models.PositiveSmallIntegerField(default=1, verbose_name='turn')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='asked for at')),
                ('due_at', models.DateTimeField(verbose_name='due at')),
                ('held_at', models.DateTimeField(blank=True, null=True, verbose_name='held since')),
                ('by_provider', models.BooleanField(default=False, verbose_name='by the provider')),
                ('called_at', models.DateTimeField(blank=True, null=True, verbose_name='provider called at')),
                ('bank_reference', models.CharField(blank=True, max_length=80, verbose_name="bank's reference")),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended at')),
                ('method', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='wallet.paymentmethod', verbose_name='goes to')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='cash_outs', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'cash-out',
                'verbose_name_plural': 'cash-outs',
                'permissions': (('decide_cashout', 'Hold, approve, refuse and send cash-outs'), ('inspect_cashout', 'See why and by whom a cash-out was decided')),
            },
        ),
        migrations.CreateModel(
            name='CashOutStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before', models.CharField(blank=True, choices=[('requested', 'requested'), ('on hold', 'on hold'), ('approved', 'approved'), ('sending', 'being sent'), ('unknown', 'being looked up at the bank'), ('sent', 'sent'), ('refused', 'refused'), ('failed', 'failed'), ('taken back', 'taken back')], max_length=12, verbose_name='from')),
                ('after', models.CharField(choices=[('requested', 'requested'), ('on hold', 'on hold'), ('approved', 'approved'), ('sending', 'being sent'), ('unknown', 'being looked up at the bank'), ('sent', 'sent'), ('refused', 'refused'), ('failed', 'failed'), ('taken back', 'taken back')], max_length=12, verbose_name='to')),
                ('reason', models.CharField(blank=True, choices=[('identity', 'We need to see your identity papers again.'), ('method', 'We check that the account for the payment is in your name.'), ('deposit', 'A deposit of yours is not settled with the bank yet.'), ('play', 'A person of the house looks at the games behind this money.'), ('dispute', 'There is an open question between you and us about this money.'), ('asked', 'You asked us to.'), ('bank', 'The bank did not take the payment.'), ('other', 'A person of the house looks at it and writes to you.')], max_length=12, verbose_name='reason')),
                ('note', models.TextField(blank=True, verbose_name='note')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('actor', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='actor')),
                ('cash_out', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='wallet.cashout', verbose_name='cash-out')),
            ],
            options={
                'verbose_name': 'step of a cash-out',
                'verbose_name_plural': 'steps of cash-outs',
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='PayoutFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='made at')),
                ('count', models.PositiveIntegerField(verbose_name='payments')),
                ('total', models.BigIntegerField(help_text='In minor units.', verbose_name='total')),
                ('currency', models.CharField(max_length=3, verbose_name='currency')),
                ('text', models.TextField(verbose_name='content')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('confirmed_at', models.DateTimeField(blank=True, null=True, verbose_name='confirmed at')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='made by')),
            ],
            options={
                'verbose_name': 'payout file',
                'verbose_name_plural': 'payout files',
            },
        ),
        migrations.AddField(
            model_name='cashout',
            name='payout_file',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cash_outs', to='wallet.payoutfile', verbose_name='payout file'),
        ),
        migrations.CreateModel(
            name='Approval',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('turn', models.PositiveSmallIntegerField(verbose_name='turn')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
                ('cash_out', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='approvals', to='wallet.cashout', verbose_name='cash-out')),
            ],
            options={
                'verbose_name': 'approval',
                'verbose_name_plural': 'approvals',
                'constraints': [models.UniqueConstraint(fields=('cash_out', 'turn', 'person'), name='approval_once')],
            },
        ),
        migrations.AddIndex(
            model_name='cashout',
            index=models.Index(fields=['player', '-id'], name='cash_out_of_player'),
        ),
        migrations.AddIndex(
            model_name='cashout',
            index=models.Index(condition=models.Q(('state__in', ('requested', 'on hold', 'approved', 'sending', 'unknown'))), fields=['due_at'], name='cash_out_queue'),
        ),
        migrations.AddConstraint(
            model_name='cashout',
            constraint=models.UniqueConstraint(fields=('player', 'form_key'), name='cash_out_form_once'),
        ),
        migrations.AddConstraint(
            model_name='cashout',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='cash_out_of_something'),
        ),
        migrations.AddConstraint(
            model_name='cashout',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('state__in', ('requested', 'on hold', 'approved', 'sending', 'unknown'))), models.Q(('ended_at__isnull', False), ('state__in', ('sent', 'refused', 'failed', 'taken back'))), _connector='OR'), name='cash_out_open_or_ended'),
        ),
        migrations.AddConstraint(
            model_name='cashout',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['on hold', 'refused']), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='cash_out_held_for_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='cashout',
            constraint=models.CheckConstraint(condition=models.Q(('state', 'sent'), ('bank_reference', ''), _negated=True), name='cash_out_sent_with_a_reference'),
        ),
        migrations.RunSQL(GUARD, "DROP FUNCTION wallet_guard_cash_out CASCADE"),
        migrations.RunSQL(FILE, "DROP FUNCTION wallet_guard_payout_file CASCADE"),
        append_only("wallet_cashoutstep"),
        append_only("wallet_approval"),
        append_only("wallet_sandboxpayout"),
    ]
