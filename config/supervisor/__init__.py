"""The supervisor: starts the embedded PostgreSQL and the product's processes, and stops them.

`python -m config.supervisor` is what `make run` runs. The pieces, from the bottom:

processes   a child that cannot outlive its parent
programs    where the PostgreSQL programmes lie, and who may run them
cluster     one PostgreSQL cluster: create, start, wait, stop, recover
databases   the roles `owner` and `app` and the database that they share
secrets     passwords and keys, made once and kept in a private file
environment what the other processes are told, and what a command run by hand may read
run         all of it in order, with restarts, until Ctrl-C
"""


class CannotRun(Exception):
    """The supervisor cannot start or go on; the message says why and what helps."""
