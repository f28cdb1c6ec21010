import {
  sendDescribed,
  zip,
  type DescribedRequest,
  type DescribedService,
  type ReceivedResponse,
} from '#test-kit';
import { ExampleRequests } from './example-requests.ts';

const LINE = JSON.stringify({
  custom_id: 'q-1',
  endpoint: '/v1/chat/completions',
  body: { messages: [{ role: 'user', content: 'hello' }] },
});
const MANIFEST = JSON.stringify({ name: 'code-review', version: '1.4.0' });

// oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes, held to the description before
export type AnyBody = Record<string, any>;

/** Calls operations with their examples, and holds each answer to the description. */
export class ExampleCalls {
  /** One line for each answer that is an error, or that the description does not promise. */
  readonly problems: string[] = [];
  /** Statuses that each operation was seen to answer, `<id> <status>`. */
  readonly statuses = new Set<string>();
  readonly #described: DescribedService;
  readonly #requests: ExampleRequests;

  constructor(described: DescribedService) {
    this.#described = described;
    this.#requests = new ExampleRequests(described, {
      'questions.jsonl': Buffer.from(LINE),
      'code-review.zip': zip([{ name: 'plugin.json', content: MANIFEST }]),
    });
  }

  /** `changes` replace parts of the example. */
  async call(id: string, changes: Partial<DescribedRequest> = {}): Promise<AnyBody> {
    const { status, text, headers } = await this.send(id, changes);
    const isWhole = status !== 206 && headers.get('content-type')?.includes('json') === true;
    return isWhole ? (JSON.parse(text) as AnyBody) : {};
  }

  async send(id: string, changes: Partial<DescribedRequest> = {}): Promise<ReceivedResponse> {
    const { api, baseUrl } = this.#described;
    const operation = api.find(id);
    const example = this.#requests.of(operation);
    const received = await sendDescribed(baseUrl, operation, {
      ...example,
      ...changes,
      headers: { ...example.headers, ...changes.headers },
    });
    this.problems.push(...api.problemsOf(operation, received).map((problem) => `${id}: ${problem}`));
    if (received.status >= 400)
      this.problems.push(`${id}: ${received.status} ${received.text.slice(0, 500)}`);
    this.statuses.add(`${id} ${received.status}`);
    return received;
  }

  wasCalled(id: string): boolean {
    return [...this.statuses].some((status) => status.startsWith(`${id} `));
  }

  /** From now on the examples mean the object with this id where they speak of the one that an operation reads. */
  standFor(readOperation: string, actualId: string): void {
    this.#requests.replace(this.exampleId(readOperation), actualId);
  }

  /** What the examples call the object that an operation reads. */
  exampleId(readOperation: string): string {
    const { parameters } = this.#described.api.find(readOperation);
    return String(parameters.findLast(({ in: where }) => where === 'path')!.example);
  }
}
