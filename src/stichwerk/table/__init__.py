"""A table people sit at: seats, host, bots, clocks, chat, signals, aids, wire messages. No I/O: who drives it stores and sends.

`Table` is the one authority. It is made of a `Setup`, a secret and a list of numbered events (`events`); every command
(`sit`, `move`, …) checks and gives back the event to store, and only `apply` changes anything.
"""

from stichwerk.table.setup import Clock as Clock
from stichwerk.table.setup import Place as Place
from stichwerk.table.setup import Setup as Setup
from stichwerk.table.table import Table as Table
