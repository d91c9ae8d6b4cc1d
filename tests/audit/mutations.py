"""One rule at a time, told wrongly, in two texts: its clause and module, how it reads, and how not.

The mutants of `lax_rules.txt` allow what is not allowed, which in honest games nobody does.
"""

from pathlib import Path
from typing import Self

import msgspec


class Mutation(msgspec.Struct, frozen=True, kw_only=True):
    clause: str
    module: str
    old: str
    new: str

    @classmethod
    def read(cls, block: str) -> Self:
        """From a line with clause and module, then lines marked as in a diff."""
        where, *lines = block.splitlines()
        clause, module = where.split()
        old, new = ("\n".join(line[2:] for line in lines if line[0] == sign) for sign in "-+")
        return cls(clause=clause, module=module, old=old, new=new)

    def __str__(self) -> str:
        return f"{self.clause}: {self.old.strip()} > {self.new.strip()}"


def _read(name: str) -> list[Mutation]:
    text = Path(__file__).with_name(name).read_text()
    return [Mutation.read(block) for block in text.strip("\n").split("\n\n")]


WRONG = _read("wrong_rules.txt")
LAX = _read("lax_rules.txt")
