/** Records of model calls: what becomes one, how calls that used nothing reach the database, and how long all are kept (ADR 0084). */
export { callFacts } from './call-facts.ts';
export { RequestRecorder } from './request-recorder.ts';
export { requestRecordsModule } from './request-records-module.ts';
export {
  CALL_COLUMNS,
  deliverCallRecords,
  insertCallRecords,
  insertRequestRecords,
} from './store/insert-request-records.ts';
export { toCallRecord } from './to-call-record.ts';
export { openRequestRecords } from './open-request-records.ts';
