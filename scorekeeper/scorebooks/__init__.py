"""Old score books: games out of whatever file an organiser has them in.

`tables` makes tables of a file, `reading` says what their columns are and walks through the rows, `games` has
the games, `people` says who is who; `book` holds their values. Pure: bytes and answers in; games, questions
and faults out.
"""
