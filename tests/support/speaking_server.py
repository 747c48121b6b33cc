"""`python -m tests.support.speaking_server run`: the `scorekeeper` command in the pseudo-languages, too."""

from scorekeeper.cli.main import main
from scorekeeper.web.http import languages
from tests.support.escapes import SPOKEN

if __name__ == "__main__":
    languages.read_languages = lambda _folder: SPOKEN
    main()
