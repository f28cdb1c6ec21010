import { createContext, useContext } from 'react';

const Refusal = createContext<unknown>(undefined);

/** Of a form: what its last try was refused with. */
export const RefusalProvider = Refusal.Provider;

/** What the form around was refused with, for a field that shows what is about it. */
export function useRefusal(): unknown {
  return useContext(Refusal);
}
