import { saveFile } from '../../ui/save-file.ts';

/** Under the name that the start command has. */
export function savePem(name: 'cert.pem' | 'ca.pem' | 'key.pem', pem: string): void {
  saveFile(name, 'application/x-pem-file', pem);
}
