"""All settings, read from the environment.

`make run` and `make test` set what is needed. A deployment sets:

DATABASE_URL          PostgreSQL, as role `app`
FAIRDEAL_SECRET_KEY   Django's secret key
FAIRDEAL_DEAL_KEY     32 bytes, base64: encrypts seeds and tables of rounds in play
FAIRDEAL_HOSTS        host names, comma separated
FAIRDEAL_MODE         production (default), demo or test
FAIRDEAL_PROFILE      the jurisdiction profile: strict (default), demo, test
CURRENCY              the money of this deployment, EUR by default (two decimals)
CELERY_BROKER_URL     Redis or RabbitMQ; by default PostgreSQL serves as broker
FAIRDEAL_SMTP_HOST    the mail server, localhost by default; also _PORT, _USER, _PASSWORD
FAIRDEAL_EMAIL_FROM   the sender of our mails
FAIRDEAL_ADDRESS      where players reach the site, as https://play.example.com: for links in mails
FAIRDEAL_SANDBOX      1: the sandbox payment provider, which pays with nothing, also in production
FAIRDEAL_PAYOUTS      the class that sends cash-outs; without one they go by files for the bank
FAIRDEAL_LIVE_PORT    the port of the live signals where no proxy leads /live/ to them (make run)
FAIRDEAL_AUTHORITY    who supervises this house, as name|address, and FAIRDEAL_HELPLINE likewise a
                      service for people with worries about their play: named on the page of help
FAIRDEAL_WINNABLE_POOL winnable deals kept for each set of rules, 20 by default
FAIRDEAL_SOLVER_SECONDS of computing for a verdict on a deal, 20 by default
FAIRDEAL_METRICS_TOKEN what a scraper of /metrics/ shows; without it only this machine may
FAIRDEAL_BEHIND_PROXY set when a proxy of ours stands in front and says so in X-Forwarded-*
"""

import base64
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import django_stubs_ext
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from psycopg.conninfo import conninfo_to_dict

from config.broker import broker_in_the_database
from config.standing import (
    ACCOUNT_RATE_LIMITS,
    BACKGROUND_VIEWS,
    CELERY_BEAT_SCHEDULE,
    REQUEST_LIMITS,
    SWEEPS,
    UPLOADS,
)

__all__ = ["ACCOUNT_RATE_LIMITS", "BACKGROUND_VIEWS", "CELERY_BEAT_SCHEDULE"]
__all__ += ["REQUEST_LIMITS", "SWEEPS", "UPLOADS"]

# Lets classes of Django name their model in brackets, as mypy reads it: ModelForm[Player].
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("FAIRDEAL_VAR", BASE_DIR / "var"))


def required(name: str) -> str:
    """The environment variable `name`; without it the product does not start."""
    if value := os.environ.get(name):
        return value
    raise ImproperlyConfigured(f"Set {name} in the environment (make run does it for you).")


MODE = os.environ.get("FAIRDEAL_MODE", "production")
if MODE not in ("production", "demo", "test"):
    raise ImproperlyConfigured("FAIRDEAL_MODE is production, demo or test.")
DEMO = MODE == "demo"
DEBUG = False
SECRET_KEY = required("FAIRDEAL_SECRET_KEY")
DEAL_KEY = base64.b64decode(required("FAIRDEAL_DEAL_KEY"))
if len(DEAL_KEY) != 32:
    raise ImproperlyConfigured("FAIRDEAL_DEAL_KEY holds 32 bytes in base64.")
JURISDICTION = os.environ.get("FAIRDEAL_PROFILE", MODE if MODE != "production" else "strict")
CURRENCY = os.environ.get("CURRENCY", "EUR")

LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = [host for host in os.environ.get("FAIRDEAL_HOSTS", "").split(",") if host]
if MODE != "production":
    if public := [host for host in ALLOWED_HOSTS if host not in LOCAL_HOSTS]:
        raise ImproperlyConfigured(
            f"The {MODE} mode has published passwords and refuses the host name {public[0]}."
        )
    ALLOWED_HOSTS = LOCAL_HOSTS
if MODE == "test":
    ALLOWED_HOSTS = [*LOCAL_HOSTS, "testserver"]

# --- live signals ---------------------------------------------------------------------------------

# Pages listen at /live/ of their own host, which the proxy leads to config.asgi; in the demo at
# another port. Elsewhere nobody streams, and pages ask every half minute.
# Whether this is their process, and not one of the pages.
STREAMS = os.environ.get("FAIRDEAL_PROCESS") == "stream"
LIVE_PORT = int(os.environ.get("FAIRDEAL_LIVE_PORT") or 0)
LIVE_PATH = "/live/" if MODE == "production" or LIVE_PORT else ""
PAGES_PORT = os.environ.get("PORT", "8000")
LIVE_HOSTS = ["localhost", "127.0.0.1"] if LIVE_PORT else []
LIVE_ORIGINS = [f"http://{host}:{PAGES_PORT}" for host in LIVE_HOSTS]

# --- database and broker -------------------------------------------------------------------------

DATABASE_URL = required("DATABASE_URL")
DATABASE = conninfo_to_dict(DATABASE_URL)
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": DATABASE.get("dbname", "fairdeal"),
        "USER": DATABASE.get("user", ""),
        "PASSWORD": DATABASE.get("password", ""),
        "HOST": DATABASE.get("host", ""),
        "PORT": str(DATABASE.get("port", "")),
        "CONN_MAX_AGE": 0 if STREAMS else 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"application_name": os.environ.get("FAIRDEAL_PROCESS", "fairdeal")},
        "TEST": {"NAME": DATABASE.get("dbname", "fairdeal")},
    }
}
# Counts of requests are shared by all web processes; nothing else is cached.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "shared_cache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL") or broker_in_the_database(DATABASE)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A broker that is down costs time, never a request: the sweep does what the message would have.
# Kombu hands these to SQLAlchemy's engine: a connection is tried before it is used again.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {} if os.environ.get("CELERY_BROKER_URL") else {"pool_pre_ping": True}
)
CELERY_TASK_PUBLISH_RETRY = False


# What the wallet, which knows no games, needs to know of them: below what chips are refilled.
REFILL_BELOW = "games.catalogue.SMALLEST_BET"
# And what a cause as round:12 names: a module.
CAUSES = "games.causes"

# Seconds of computing that the solver spends on a deal that somebody asks about, and winnable deals
# that wait for each set of rules. A pool is filled while nothing else is due.
SOLVER_SECONDS = float(os.environ.get("FAIRDEAL_SOLVER_SECONDS", "20"))
WINNABLE_POOL = int(os.environ.get("FAIRDEAL_WINNABLE_POOL", "0" if MODE == "test" else "20"))

# --- applications --------------------------------------------------------------------------------

INSTALLED_APPS = [
    "config.apps.HouseConfig",
    "accounts",
    "wallet",
    "games",
    "support",
    "config.console.ConsoleConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "csp",
]

MIDDLEWARE = [
    "config.logs.RequestLogMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.characters.CharacterMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.maintenance.MaintenanceMiddleware",
    "accounts.middleware.PlayerMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.security.SecurityMiddleware",
    "config.limits.LimitMiddleware",
    "config.console.viewer.ViewerMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.context.header",
                "accounts.context.house",
            ],
        },
    }
]

# --- players and sessions ------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = ["accounts.signing_in.RolesBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
ACCOUNT_ADAPTER = "config.arrivals.HouseAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_FORMS = {"signup": "accounts.sign_up.SignUpForm"}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 1
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Fairdeal: "
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_LOGOUT_REDIRECT_URL = "lobby"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = False
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300
PASSWORD_RESET_TIMEOUT = 3600
MFA_ADAPTER = "accounts.second_factors.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Browsers let a plain http://localhost make passkeys; so do we, anywhere but in production.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = MODE != "production"
# Every address that anybody signs in with is verified; a change may wait for its own mail.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Fairdeal"
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {
    "authenticate": "accounts.second_factors.CodeForm",
    "reauthenticate": "accounts.second_factors.FreshCodeForm",
}
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 30 * 24 * 3600
CSRF_FAILURE_VIEW = "accounts.views.csrf_failure"
CSRF_COOKIE_HTTPONLY = True
# What waits until changed terms are accepted: tables, and any deed in these rooms.
PLAY_VIEWS = ["games:table"]
PLAY_NAMESPACES = ["games", "wallet"]

# --- security ------------------------------------------------------------------------------------

HTTPS = MODE == "production"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31536000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
BEHIND_PROXY = bool(os.environ.get("FAIRDEAL_BEHIND_PROXY"))
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    # The last entry of X-Forwarded-For is our own proxy's word about the client.
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
OWN_ONLY = ("script-src", "style-src", "font-src", "manifest-src", "worker-src", "form-action")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'", *(f"http://{host}:{LIVE_PORT}" for host in LIVE_HOSTS)],
        **{what: ["'self'"] for what in OWN_ONLY},
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
    }
}
# Of a whole request, in bytes (config/security.py); the forms that take files have sizes of
# their own, with room for the files and what stands around them (config/uploads.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = 262144
FILE_UPLOAD_MAX_MEMORY_SIZE = max(UPLOADS.values())
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
DATA_UPLOAD_MAX_NUMBER_FILES = 6
FILE_UPLOAD_HANDLERS = ["config.uploads.NoFiles"]

# --- payments ------------------------------------------------------------------------------------

SITE_ADDRESS = os.environ.get("FAIRDEAL_ADDRESS") or (
    f"https://{ALLOWED_HOSTS[0] if ALLOWED_HOSTS else 'localhost'}"
    if HTTPS
    else f"http://localhost:{os.environ.get('PORT') or 8000}"
)
PAYMENT_MODEL = "wallet.Deposit"
PAYMENT_HOST = urlsplit(SITE_ADDRESS).netloc
PAYMENT_USES_SSL = SITE_ADDRESS.startswith("https:")
# Providers over django-payments, by variant: a class and what it is made with.
PAYMENT_VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {}
if MODE != "production" or os.environ.get("FAIRDEAL_SANDBOX") == "1":
    PAYMENT_VARIANTS = {
        "sandbox-account": ("wallet.sandbox.SandboxProvider", {"variant": "sandbox-account"}),
        "sandbox-purse": ("wallet.sandbox.SandboxProvider", {"variant": "sandbox-purse"}),
    }
# What cash-outs are sent through (wallet/payout_providers.py); without one by files for the bank.
PAYOUT_PROVIDER = os.environ.get("FAIRDEAL_PAYOUTS") or (
    "" if MODE == "production" else "wallet.payout_providers.Sandbox"
)
# Of a deposit, in hundredths of a percent, by variant.
DEPOSIT_FEES = {"sandbox-purse": 150}

# --- safer play ----------------------------------------------------------------------------------


def named_address(name: str) -> tuple[str, str]:
    """A name and an address from the environment, written as name|https://...; empty without."""
    title, _sign, address = os.environ.get(name, "").partition("|")
    return title.strip(), address.strip()


AUTHORITY = named_address("FAIRDEAL_AUTHORITY")
HELPLINE = named_address("FAIRDEAL_HELPLINE")

# --- languages, time, files ----------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
USE_I18N = True
USE_TZ = True
FORM_RENDERER = "config.labels.Renderer"
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = ["config.formats"]
LOCALE_PATHS = [BASE_DIR / "locale"]

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if MODE == "test"
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = MODE == "test"

# In demo mode mails are read on a page of the product and go nowhere.
EMAIL_BACKEND = os.environ.get("FAIRDEAL_EMAIL_BACKEND") or (
    "django.core.mail.backends.dummy.EmailBackend"
    if MODE == "demo"
    else "django.core.mail.backends.smtp.EmailBackend"
)
EMAIL_HOST = os.environ.get("FAIRDEAL_SMTP_HOST", "localhost")
EMAIL_PORT = int(os.environ.get("FAIRDEAL_SMTP_PORT", "25"))
EMAIL_HOST_USER = os.environ.get("FAIRDEAL_SMTP_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("FAIRDEAL_SMTP_PASSWORD", "")
EMAIL_USE_TLS = bool(EMAIL_HOST_USER)
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = os.environ.get("FAIRDEAL_EMAIL_FROM", "Fairdeal <no-reply@localhost>")

# Whoever scrapes /metrics/ shows it; without one only this machine may.
METRICS_TOKEN = os.environ.get("FAIRDEAL_METRICS_TOKEN", "")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request": {"()": "config.logs.WithRequestId"}},
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(request_id)s %(name)s %(message)s"},
        "json": {"()": "config.logs.AsJson"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "json" if MODE == "production" else "line",
            "filters": ["request"],
        }
    },
    "root": {"handlers": ["stderr"], "level": os.environ.get("FAIRDEAL_LOG", "INFO")},
}
