/** What the program gives on every platform. Pages upload nothing from a path. */
export const EXPECTED_OUTCOME = {
  whole: 'whole',
  streamed: 'in pieces',
  toolRun: [['string'], 'end_turn', 4],
  sentBytes: 'from a blob'.length,
  contents: ['from a blob', 'from a stream'],
  names: ['stream.txt', 'blob.txt'],
  fromPath: 'from a path',
  missing: [true, 'file_not_found'],
  aborted: 'enough',
  late: 'NoAnswerError',
  webhook: ['webhook.test', 'mismatch'],
};
