"""Score books as tables, and why one was refused."""

HEAD = "date,game,hand,player,points"


def rows(*lines, day="2019-03-07", game="1", names="Ana Ben Cem Dee", first=1):
    """The rows of hands in the notation of a score sheet, `.` for nobody's."""
    told = []
    for hand, line in enumerate(lines, start=first):
        for name, points in zip(names.split(), line.split(), strict=True):
            if points != ".":
                told.append(f"{day},{game},{hand},{name},{points}")
    return told


def book(*rows, head=HEAD):
    return "\n".join([head, *rows]) + "\n"


def reasons(plan):
    return [(fault.line, (fault.rule or fault).code.value) for fault in plan.faults]
