import type { Me } from '@svc/contract';
import { CONTENT_KEYS } from '../../../api/kept-content.ts';
import { newSetup, type CallSetup } from '../setup/call-setup.ts';
import type { Round } from '../conversation/rounds.ts';

/** A conversation as the browser keeps it. */
export interface KeptConversation {
  readonly id: string;
  readonly title: string;
  readonly savedAtMs: number;
  readonly setup: CallSetup;
  /** Of the model, and of the one it is compared with. */
  readonly sides: readonly (readonly Round[])[];
}

const MAX_CONVERSATIONS = 50;
/** Browsers keep about five million characters for all of the Console. */
const MAX_CHARACTERS = 1_000_000;
const TITLE_CHARACTERS = 80;

/** Each person has one in each organization. The number is that of the form: what another form has is not read. */
export function historyKey({ user, organization }: Pick<Me, 'user' | 'organization'>): string {
  return `${CONTENT_KEYS}1.${user.id}.${organization.id}`;
}

/** The newest first. What cannot be read counts as nothing. */
export function readHistory(storage: Storage, key: string): readonly KeptConversation[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept).map(completed) : [];
  } catch {
    return [];
  }
}

/** Keeps it in place of what has its id. The oldest go when there are too many, or too much is said in them. */
export function keep(storage: Storage, key: string, conversation: KeptConversation): void {
  const others = readHistory(storage, key).filter(({ id }) => id !== conversation.id);
  write(storage, key, [conversation, ...others]);
}

export function forget(storage: Storage, key: string, id: string): void {
  write(
    storage,
    key,
    readHistory(storage, key).filter((one) => one.id !== id),
  );
}

/** What is kept of rounds: no errors, which are of that moment, and no reasoning, whose signatures are long. */
export function keptRounds(rounds: readonly Round[]): readonly Round[] {
  return rounds
    .filter(({ answer: { state } }) => state === 'complete' || state === 'stopped')
    .map(({ said, answer }, position) => ({ position, said, answer: { ...answer, reasoning: [] } }));
}

export function titleOf(rounds: readonly Round[]): string {
  const said = rounds[0]?.said;
  if (said?.type === 'template') return said.template;
  return said?.type === 'message' ? said.text.trim().replaceAll(/\s+/g, ' ').slice(0, TITLE_CHARACTERS) : '';
}

function write(storage: Storage, key: string, conversations: readonly KeptConversation[]): void {
  const texts: string[] = [];
  let characters = 0;
  for (const conversation of conversations.slice(0, MAX_CONVERSATIONS)) {
    const text = JSON.stringify(conversation);
    characters += text.length;
    if (characters > MAX_CHARACTERS) break;
    texts.push(text);
  }
  try {
    if (texts.length === 0) storage.removeItem(key);
    else storage.setItem(key, `[${texts.join(',')}]`);
  } catch {
    // The browser keeps nothing, or has no room: then there is no history.
  }
}

function isKept(value: unknown): value is KeptConversation {
  const { id, title, savedAtMs, setup, sides } = (value ?? {}) as Partial<Record<string, unknown>>;
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    typeof savedAtMs === 'number' &&
    typeof setup === 'object' &&
    setup !== null &&
    Array.isArray(sides) &&
    sides.every(Array.isArray)
  );
}

/** What its setup lacks is as in a new one. */
function completed(kept: KeptConversation): KeptConversation {
  return { ...kept, setup: { ...newSetup(kept.setup.workspaceId), ...kept.setup } };
}
