"""The rulebook: arrays in, arrays out. No I/O, no strings, no exceptions, no allocation.

Every function here runs interpreted over lists of ints (one game of people), compiled by numba over int64 arrays and as
a CUDA device function, from this one source; `jit` makes the compiled twins. So a rule may use integers, indexing,
loops and its fellows, and nothing else, and every intermediate value fits a signed 64-bit integer.

The games share their verbs. `o` is the array of options (shared by many games), `s` the state of one game:

    configure(o)                    fills in what follows from the options (hand size, number of tricks, …)
    deck(o, out) -> n               writes the n cards of the deck
    start(o, s, dealer)             an empty table that waits for its first deal
    deal(o, s, cards)               deals a round from a shuffled deck
    acting(o, s) -> seats           who may move now, a bit for each seat
    count(o, s, seat) -> n          how many moves the seat has,
    pick(o, s, seat, k) -> move     … the k-th of them,
    legal(o, s, seat, out) -> n     … all of them,
    allowed(o, s, seat, move)       … or whether this is one
    apply(o, s, seat, move)         makes a legal move, with all that follows from it
    over(s)                         whether the game has ended
    score(o, s, seat)               what the seat has, or would have if the round ended now
    total(o, s, seat)               what it has from finished rounds (The Game: minus the cards left)
    observe(o, s, seat, out)        the state as that seat knows it (seat -1: a spectator), the rest blank
    unseen(o, s, word) -> word      the set of the cards that an observation does not show: its word 0, or 1
    resample(o, s, seat, rng, scratch, out)   a random full state that gives the seat this observation; False if none
                                    was found in many tries (it then holds one that does not quite)
    copy(s, out)
"""
