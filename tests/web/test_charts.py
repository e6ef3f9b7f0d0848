"""The charts of the story: what can be read off their scale."""

from __future__ import annotations

import pytest

from web.afterwards_service import TaleSeries
from web.charts import drawn


@pytest.mark.parametrize(
    ("top", "red", "scale"),
    [
        (1, [(0, 0)], ["0", "1"]),
        (3, [(0, 0), (4, 3)], ["0", "1", "2", "3"]),
        (1, [(0, 0.5)], ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
    ],
)
def test_where_whole_things_are_counted_the_scale_has_no_parts_of_them(
    top: float, red: list[tuple[int, float]], scale: list[str]
) -> None:
    assert [tick.label for tick in drawn(TaleSeries("", top, {"red": red}), (), 9).scale] == scale
