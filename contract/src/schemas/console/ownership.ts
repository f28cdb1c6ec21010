import { z } from 'zod';
import { reference } from '../administration/fields.ts';
import { confirmation } from './keys.ts';

/** Who becomes primary owner. The previous one becomes an owner. */
export const ownershipTransfer = () => z.strictObject({ user_id: reference.max(64), totp: confirmation });
