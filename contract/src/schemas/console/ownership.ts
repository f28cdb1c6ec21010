import { z } from 'zod';
import { confirmation } from './keys.ts';

/** Who becomes primary owner. Whoever was becomes an owner. */
export const ownershipTransfer = () => z.strictObject({ user_id: z.string().max(64), totp: confirmation });
