/** Files: uploaded once, used by id, gone on time (platform contract §2.7, §3.4, §4.7). */
export { checkFiles, type FilesFinding } from './consistency/check-files.ts';
export { fileSource } from './file-source.ts';
export { ScannerUnavailable } from './scanner/clamd-connection.ts';
export { pingClamd } from './scanner/clamd.ts';
export { filesModule } from './files-module.ts';
