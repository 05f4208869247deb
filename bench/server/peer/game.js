'use strict';
/**
 * One round of Sticheln classic for four (RULES 2.1, 2.2) as a boardgame.io game: 15 of 60 cards each, a misery card chosen
 * by all at once, 14 tricks in which any card may be played. A player sees its own hand, and chosen cards once all lie open.
 *
 * Set up for boardgame.io's speed: no undo, no optimistic moves, nothing in `G` that the table does not show.
 */
const { ActivePlayers, INVALID_MOVE } = require('boardgame.io/core');

const SEATS = [0, 1, 2, 3];
const COLOURS = 'rbgny';
const NUMBERS = 12;
const HAND = 15;
const TRICKS = 14;

const DECK = [...COLOURS].flatMap((colour) => Array.from({ length: NUMBERS }, (_, number) => colour + number));

const colour = (card) => card[0];
const number = (card) => Number(card.slice(1));
const isTrump = (card, lead) => colour(card) !== lead && number(card) > 0;

/** Whether a card beats the best one played before it (RULES 2.2.2). */
function beats(card, best, lead) {
  if (isTrump(card, lead)) return !isTrump(best, lead) || number(card) > number(best);
  return colour(card) === lead && !isTrump(best, lead) && number(card) > number(best);
}

function winner(trick) {
  const lead = colour(trick[0].card);
  return trick.reduce((best, play) => (beats(play.card, best.card, lead) ? play : best)).seat;
}

/** Cards of the misery colour cost their number, the others are +1 each (RULES 2.2.3). */
function score(misery, taken) {
  return [misery, ...taken].reduce((sum, card) => sum + (colour(card) === colour(misery) ? -number(card) : 1), 0);
}

function setup({ random }) {
  const pile = random.Shuffle(DECK);
  return {
    hands: SEATS.map((seat) => pile.slice(seat * HAND, (seat + 1) * HAND)),
    chosen: SEATS.map(() => null),
    open: false,
    leader: 1,
    trick: [],
    lastTrick: null,
    tricks: 0,
    taken: SEATS.map(() => []),
    points: SEATS.map(() => 0),
  };
}

/** Takes a card out of a hand; whether it was there. */
function lay(G, seat, card) {
  const place = G.hands[seat].indexOf(card);
  if (place >= 0) G.hands[seat].splice(place, 1);
  return place >= 0;
}

function choose({ G, playerID }, card) {
  const seat = Number(playerID);
  if (G.chosen[seat] !== null || !lay(G, seat, card)) return INVALID_MOVE;
  G.chosen[seat] = card;
  G.open = !G.chosen.includes(null);
}

function play({ G, playerID }, card) {
  const seat = Number(playerID);
  if (!lay(G, seat, card)) return INVALID_MOVE;
  G.trick.push({ seat, card });
  if (G.trick.length === SEATS.length) finishTrick(G);
}

function finishTrick(G) {
  G.leader = winner(G.trick);
  G.taken[G.leader].push(...G.trick.map((laid) => laid.card));
  G.points[G.leader] = score(G.chosen[G.leader], G.taken[G.leader]);
  G.lastTrick = { winner: G.leader, cards: G.trick };
  G.trick = [];
  G.tricks += 1;
}

/** What a seat may know: its own hand, how many cards the others hold, and whether they have chosen. */
function playerView({ G, playerID }) {
  const { hands, chosen, ...shown } = G;
  const own = playerID === null || playerID === undefined ? -1 : Number(playerID);
  return {
    ...shown,
    hand: hands[own] || [],
    cards: hands.map((hand) => hand.length),
    chosen: G.open ? chosen : chosen.map((card, seat) => (card === null || seat === own ? card : '?')),
  };
}

module.exports.Sticheln = {
  name: 'sticheln',
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true,
  setup,
  playerView,
  phases: {
    choose: {
      start: true,
      next: 'play',
      turn: { activePlayers: ActivePlayers.ALL_ONCE },
      moves: { choose: { move: choose, client: false, redact: true, ignoreStaleStateID: true } },
      endIf: ({ G }) => G.open,
    },
    play: {
      turn: {
        minMoves: 1,
        maxMoves: 1,
        order: {
          first: ({ G }) => G.leader,
          next: ({ G, ctx }) => (G.trick.length ? (ctx.playOrderPos + 1) % SEATS.length : G.leader),
        },
      },
      moves: { play: { move: play, client: false } },
    },
  },
  endIf: ({ G }) => (G.tricks === TRICKS ? { points: G.points } : undefined),
};
