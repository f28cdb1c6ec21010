import { DocumentReader } from '../reader/document-reader.ts';
import { pdf, pdfOfStreams } from './pdf.ts';

/** Run as a process: reads one document, says so, and goes on with one that keeps its reader busy for long. */
const reader = new DocumentReader({ processes: 1, memoryMb: 2048, timeoutMs: 600_000 });
const never = new AbortController().signal;
await reader.read(pdf(['a']), 'pdf', never);
const busy = Buffer.concat([Buffer.from('BT /F1 12 Tf ('), Buffer.alloc(50_000_000, 'a'), Buffer.from(') Tj ET')]);
void reader.read(pdfOfStreams([busy]), 'pdf', never);
process.send?.('reading');
