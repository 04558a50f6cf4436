// SPDX-License-Identifier: Apache-2.0

import { createContext, ReactElement, ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import type { Auth } from "./auth";
import type { AuthSnapshot } from "./snapshot";

/** Where URLs that open the app come from, and when the app comes to the front. */
export interface AppEvents {
  /** The URL that started the app; null if there was none. */
  initialURL(): Promise<string | null>;
  /** Listens to URLs that open the running app. The result ends it. */
  onURL(listener: (url: string) => void): () => void;
  /** Listens to the app's coming to the front. The result ends it. */
  onActive(listener: () => void): () => void;
}

/** What `useAuth` gives to a component: the snapshot, and the auth with its actions. */
export interface UsedAuth extends AuthSnapshot {
  readonly auth: Auth;
  /** Whether the person invites others, by the role of the account. */
  readonly isInviter: boolean;
}

const Context = createContext<Auth | null>(null);

/** Gives an auth to the components in it, starts it, and opens the links that open the app. */
export function AuthProvider(props: { auth: Auth; events?: AppEvents | null; children?: ReactNode }): ReactElement {
  const { auth, events = null, children } = props;
  useEffect(() => {
    void auth.start();
    if (!events) return undefined;
    let isMounted = true;
    events.initialURL().then((url) => void (url && isMounted && auth.open(url)), () => undefined);
    const ends = [events.onURL((url) => void auth.open(url)), events.onActive(() => void auth.refresh())];
    return () => {
      isMounted = false;
      for (const end of ends) end();
    };
  }, [auth, events]);
  return <Context.Provider value={auth}>{children}</Context.Provider>;
}

/** The auth of the `AuthProvider` around the component. The component is rendered again when anything changes. */
export function useAuth(): UsedAuth {
  const auth = useContext(Context);
  if (!auth) throw new Error("useAuth needs an AuthProvider around the component");
  const snapshot = useSyncExternalStore(auth.subscribe, auth.getSnapshot, auth.getSnapshot);
  return { ...snapshot, auth, isInviter: auth.isInviter };
}
