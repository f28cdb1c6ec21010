import type { CallParts } from '#features/conversation';

/** Where the blocks of a message go: its number among the turns, and what is found on the way. */
export interface TurnPlace {
  readonly turn: number;
  readonly parts: CallParts;
}

/** `block`: the place among the blocks of the turn. */
export interface BlockPlace extends TurnPlace {
  readonly block: number;
}
