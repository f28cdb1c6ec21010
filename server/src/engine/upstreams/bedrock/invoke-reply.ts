import { MessageReply } from '../anthropic/message-reply.ts';
import { EngineFault } from '../../events.ts';
import { faultIn, isFields } from '../http/error-object.ts';

/** A reply of InvokeModel from a model of Anthropic: its own events, each in base64 inside a frame. */
export class InvokeReply extends MessageReply {
  override event(data: string): boolean {
    return super.event(unwrap(data));
  }
}

/** Throws `EngineFault` for an error frame, and for a frame without an event. */
function unwrap(data: string): string {
  const frame = JSON.parse(data) as unknown;
  if (!isFields(frame)) throw new EngineFault('broken');
  const fault = faultIn(frame);
  if (fault) throw fault;
  const chunk = frame['chunk'];
  const bytes = isFields(chunk) ? chunk['bytes'] : undefined;
  if (typeof bytes !== 'string') throw new EngineFault('broken');
  return Buffer.from(bytes, 'base64').toString();
}
