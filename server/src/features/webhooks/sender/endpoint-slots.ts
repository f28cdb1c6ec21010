import { RecentMap } from '#kit';

/** Concurrent attempts of one process. */
const MAX_DELIVERIES = 128;
const MAX_OF_ORGANIZATION = 48;
const MAX_OF_WEBHOOK = 8;
/** Slots of a webhook before its first response. */
const FIRST_WIDTH = 2;
/** Slots of all slow receivers together, so that the others always have the rest. */
const MAX_SLOW = 64;
const REMEMBERED = 10_000;

interface Endpoint {
  readonly id: string;
  readonly organizationId: string;
}

/**
 * Limits concurrent attempts per webhook and per organization. A webhook starts with few slots and gets one more with each response. After a
 * timeout it gets a single slot until it responds, so receivers that hang occupy few slots.
 */
export class EndpointSlots {
  readonly #widths = new RecentMap<string, number>(REMEMBERED);
  readonly #webhooks = new Map<string, number>();
  readonly #organizations = new Map<string, number>();
  #taken = 0;
  #slow = 0;

  get isFull(): boolean {
    return this.#taken >= MAX_DELIVERIES;
  }

  /** Webhooks and organizations without free slots. */
  get full(): { readonly webhookIds: readonly string[]; readonly organizationIds: readonly string[] } {
    return {
      webhookIds: [...this.#webhooks.keys()].filter((id) => this.#roomOf(id) <= 0),
      organizationIds: [...this.#organizations]
        .filter(([, taken]) => taken >= MAX_OF_ORGANIZATION)
        .map(([id]) => id),
    };
  }

  /** Free slots of each endpoint, within the limits of all. Endpoints without any are left out. */
  share(endpoints: readonly Endpoint[]): Map<string, number> {
    let left = MAX_DELIVERIES - this.#taken;
    let leftSlow = MAX_SLOW - this.#slow;
    const ofOrganization = new Map<string, number>();
    const shares = new Map<string, number>();
    for (const { id, organizationId } of endpoints) {
      const taken =
        (this.#organizations.get(organizationId) ?? 0) + (ofOrganization.get(organizationId) ?? 0);
      const slow = this.#isSlow(id);
      const room = Math.min(
        this.#roomOf(id),
        left,
        MAX_OF_ORGANIZATION - taken,
        slow ? leftSlow : MAX_DELIVERIES,
      );
      if (room <= 0) continue;
      shares.set(id, room);
      left -= room;
      if (slow) leftSlow -= room;
      ofOrganization.set(organizationId, (ofOrganization.get(organizationId) ?? 0) + room);
    }
    return shares;
  }

  /** Takes a slot. Returns the function that frees it, given whether the receiver responded in time. */
  take({ id, organizationId }: Endpoint): (responded: boolean) => void {
    const slow = this.#isSlow(id) ? 1 : 0;
    this.#taken++;
    this.#slow += slow;
    count(this.#webhooks, id, 1);
    count(this.#organizations, organizationId, 1);
    return (responded) => {
      this.#taken--;
      this.#slow -= slow;
      count(this.#webhooks, id, -1);
      count(this.#organizations, organizationId, -1);
      this.#widths.set(id, responded ? Math.min(this.#widthOf(id) + 1, MAX_OF_WEBHOOK) : 1);
    };
  }

  #widthOf(id: string): number {
    return this.#widths.get(id) ?? FIRST_WIDTH;
  }

  #isSlow(id: string): boolean {
    return this.#widthOf(id) === 1;
  }

  #roomOf(id: string): number {
    return this.#widthOf(id) - (this.#webhooks.get(id) ?? 0);
  }
}

function count(counts: Map<string, number>, name: string, by: number): void {
  const sum = (counts.get(name) ?? 0) + by;
  if (sum === 0) counts.delete(name);
  else counts.set(name, sum);
}
