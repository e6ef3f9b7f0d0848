"""Can the games that are kept be read by this program?"""

from __future__ import annotations

from pathlib import Path

from companion.doctor.finding import Facts, Finding
from companion.store import Store, StoreCorrupt, StoreError, StoreVersion

CHECK = "games"


def games(data: Path) -> Finding:
    """Opens the evening that is kept in `data`, if there is one, and reads every entry of the game on the table."""
    path = data / "evening.db"
    facts: Facts = {"file": str(path)}
    if not path.exists():
        return Finding(CHECK, "none", "ok", facts)
    try:
        store = Store.open(path)
        try:
            row = store.game_on_table()
            count = len(store.entries(row.id)) if row is not None else 0
        finally:
            store.close()
    except StoreVersion as error:
        return Finding(CHECK, "other_version", "bad", {**facts, "problem": str(error)})
    except StoreCorrupt as error:
        return Finding(CHECK, "damaged", "bad", {**facts, "problem": str(error)})
    except (StoreError, PermissionError) as error:
        return Finding(CHECK, "unusable", "bad", {**facts, "problem": str(error)})
    return Finding(CHECK, "good", "ok", {**facts, "count": count})
