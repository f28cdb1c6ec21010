import { ResponseParser, type ResponseParts } from './response-parser.ts';

const RESPONSES =
  'HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n' +
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n' +
  'HTTP/1.1 503 Busy\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno';
const EXPECTED =
  'begin,head 103 Link a true,end,begin,head 200 Transfer-Encoding chunked true,body ab,body c,end,' +
  'begin,head 503 Connection close Content-Length 2 false,body no,end';
/** A head whose body somebody else reads. */
const HEAD = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const BROKEN = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n';

type CreateParser = (parts: ResponseParts) => Pick<ResponseParser, 'read' | 'finish' | 'close'>;

let verdict: boolean | undefined;

/** Whether the parser of this version of Node has the form that `ResponseParser` expects. Found out once per process. */
export function parsesResponses(): boolean {
  verdict ??= parsesAsExpected((parts) => {
    const parser = new ResponseParser();
    parser.begin(parts);
    return parser;
  });
  return verdict;
}

export function parsesAsExpected(create: CreateParser): boolean {
  try {
    return (
      transcript(create, RESPONSES).join() === EXPECTED &&
      transcript(create, BROKEN).at(-1) === 'refused' &&
      transcript(create, `${HEAD}2\r\nab\r\n`, true).join() ===
        `begin,head 200 Transfer-Encoding chunked true,read ${HEAD.length}`
    );
  } catch {
    return false;
  }
}

function transcript(create: CreateParser, text: string, stops = false): string[] {
  const events: string[] = [];
  const parts: ResponseParts = {
    begin: () => void events.push('begin'),
    head: (status, headers, keepAlive) => {
      events.push(`head ${status} ${headers.join(' ')} ${String(keepAlive)}`);
      return stops;
    },
    body: (bytes) => void events.push(`body ${bytes.toString()}`),
    end: () => void events.push('end'),
  };
  const parser = create(parts);
  try {
    const read = parser.read(Buffer.from(text));
    if (read === undefined) events.push('refused');
    if (stops) events.push(`read ${read}`);
    else parser.finish();
  } finally {
    parser.close();
  }
  return events;
}
