import { describe, expect, it } from 'vitest';
import { EndpointSlots } from './endpoint-slots.ts';

const of = (organizationId: string, ...ids: string[]) => ids.map((id) => ({ id, organizationId }));

/** Takes everything that is shared out. */
function takeAll(slots: EndpointSlots, endpoints: readonly { id: string; organizationId: string }[]) {
  const taken: { readonly id: string; readonly release: (responded: boolean) => void }[] = [];
  for (const endpoint of endpoints) {
    const [share] = slots.share([endpoint]).values();
    for (let place = 0; place < (share ?? 0); place++)
      taken.push({ id: endpoint.id, release: slots.take(endpoint) });
  }
  return taken;
}

describe('places of receivers', () => {
  it('are two at first, and one more with each answer up to eight', () => {
    const slots = new EndpointSlots();
    const [endpoint] = of('org_1', 'whk_1');
    const widths = [];
    for (let round = 0; round < 8; round++) {
      widths.push(slots.share([endpoint!]).get('whk_1'));
      slots.take(endpoint!)(true);
    }
    expect(widths).toEqual([2, 3, 4, 5, 6, 7, 8, 8]);
  });

  it('are one for a receiver that did not answer in time, until it does', () => {
    const slots = new EndpointSlots();
    const [endpoint] = of('org_1', 'whk_1');
    for (let response = 0; response < 6; response++) slots.take(endpoint!)(true);
    slots.take(endpoint!)(false);
    expect(slots.share([endpoint!]).get('whk_1')).toBe(1);
    const release = slots.take(endpoint!);
    expect([slots.share([endpoint!]).size, slots.full.webhookIds]).toEqual([0, ['whk_1']]);
    release(true);
    expect(slots.share([endpoint!]).get('whk_1')).toBe(2);
  });

  it('of one organization are not all there are, however many webhooks it has', () => {
    const slots = new EndpointSlots();
    const ids = Array.from({ length: 200 }, (_, n) => `whk_${n}`);
    const taken = takeAll(slots, of('org_1', ...ids));
    expect(taken).toHaveLength(48);
    expect(slots.full.organizationIds).toEqual(['org_1']);
    expect(slots.share(of('org_2', 'whk_other')).get('whk_other')).toBe(2);
    taken[0]!.release(true);
    expect(slots.full.organizationIds).toEqual([]);
  });

  it('of receivers that hang are at most half of all, however many there are', () => {
    const slots = new EndpointSlots();
    const hanging = Array.from({ length: 200 }, (_, n) => ({ id: `whk_${n}`, organizationId: `org_${n}` }));
    for (const endpoint of hanging) slots.take(endpoint)(false);
    expect(takeAll(slots, hanging)).toHaveLength(64);
    const healthy = Array.from({ length: 60 }, (_, n) => ({ id: `ok_${n}`, organizationId: `ok_${n}` }));
    expect(takeAll(slots, healthy)).toHaveLength(64);
    expect(slots.isFull).toBe(true);
  });

  it('are shared out once among all that are asked for together', () => {
    const slots = new EndpointSlots();
    const endpoints = Array.from({ length: 100 }, (_, n) => ({ id: `whk_${n}`, organizationId: `org_${n}` }));
    const shares = [...slots.share(endpoints).values()];
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(128);
  });
});
