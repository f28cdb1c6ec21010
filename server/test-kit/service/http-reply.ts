/** What came back, read. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies of many shapes, which the tests look at
  readonly body: any;
}

export async function readReply(response: Response): Promise<HttpReply> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** The code of a refusal with its status and field, for comparison in one line. */
export function refusal({ status, body }: HttpReply): string {
  const { code, param } = body?.error ?? {};
  return [status, code ?? [], param ?? []].flat().join(' ');
}
