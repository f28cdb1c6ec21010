import { StoreUnavailable, type Announcements } from '#store';
import type { Connection } from './connection.ts';

/** Announcements between nodes of one database. A disconnected node neither sends nor receives. */
export class AnnouncementBus {
  readonly #hearers = new Map<(message: unknown) => void, Connection>();

  of(connection: Connection): Announcements {
    return {
      listen: (_channel, hear) => {
        this.#hearers.set(hear, connection);
        return () => this.#hearers.delete(hear);
      },
      announce: async (_channel, message) => {
        if (connection.unavailable) throw new StoreUnavailable('connection_lost');
        await Promise.resolve();
        for (const [hear, to] of this.#hearers) if (!to.unavailable) hear(message);
      },
      close: () => Promise.resolve(),
    };
  }
}
