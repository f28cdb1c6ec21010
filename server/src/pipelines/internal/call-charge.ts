import type { DeferredCharge, Reservation } from '#exchange';

/** What a call holds and costs. Usage counts from the end of the call, and its owner charges it together with the result. */
export class CallCharge {
  #reservation: Reservation | undefined;
  #charge: DeferredCharge | undefined;

  /** The reservation for the call, which does not charge at its end. */
  defer(reservation: Reservation): Reservation {
    this.#reservation = reservation;
    return {
      source: reservation.source,
      price: (usage) => reservation.price(usage),
      settle: () => void (this.#charge = reservation.defer()),
      defer: () => reservation.defer(),
      release: () => reservation.release(),
    };
  }

  /** The transaction that charged the call has committed. */
  charged(): void {
    this.#charge?.arrived();
  }

  /** There is nothing to pay for. */
  drop(): void {
    this.#charge?.dropped();
    this.#reservation?.release();
  }
}
