const END = '-----END CERTIFICATE-----';

/** Certificates that were pasted one after the other. What is none is left to the service to refuse. */
export function splitCertificates(text: string): string[] {
  return text
    .split(END)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (part.includes('-----BEGIN') ? `${part}\n${END}` : part));
}
