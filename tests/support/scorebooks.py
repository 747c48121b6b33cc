"""Score books as CSV, and the faults of a plan."""

HEAD = "date,game,hand,player,points"


def rows(*lines, day="2019-03-07", game="1", names="Ana Ben Cem Dee", first=1):
    """Write hands, in the notation of a score sheet, as rows; `.` leaves a player's row out."""
    found = []
    for hand, line in enumerate(lines, start=first):
        for name, points in zip(names.split(), line.split(), strict=True):
            if points != ".":
                found.append(f"{day},{game},{hand},{name},{points}")
    return found


def book(*rows, head=HEAD):
    return "\n".join([head, *rows]) + "\n"


def reasons(plan):
    """The faults of a plan, each at all its rows."""
    told = [(line, fault.kind) for fault in plan.faults for line in fault.lines or (None,)]
    return sorted(told, key=lambda fault: fault[0] or 0)
