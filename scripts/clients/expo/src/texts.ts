// SPDX-License-Identifier: Apache-2.0

/** Texts about what happens only in the app. All others come from the server, in its own words. */
const TEXTS = {
  offline: {
    en: "You're offline. This is how it was last time.",
    de: "Du bist offline. Das ist der Stand vom letzten Mal.",
    es: "No tienes conexión. Así estaba la última vez.",
  },
  unreachable: {
    en: "We couldn't connect. Please try again in a moment.",
    de: "Wir konnten keine Verbindung herstellen. Bitte versuch es gleich noch einmal.",
    es: "No hemos podido conectar. Inténtalo de nuevo en un momento.",
  },
  unintelligible: {
    en: "Something went wrong on our side. Please try again later.",
    de: "Bei uns ist etwas schiefgegangen. Bitte versuch es später noch einmal.",
    es: "Algo ha fallado por nuestra parte. Inténtalo de nuevo más tarde.",
  },
  signedOut: {
    en: "Please sign in to continue.",
    de: "Bitte melde dich an, um fortzufahren.",
    es: "Inicia sesión para continuar.",
  },
  cancelled: {
    en: "Sign-in was cancelled.",
    de: "Die Anmeldung wurde abgebrochen.",
    es: "Se canceló el inicio de sesión.",
  },
  storage: {
    en: "This device couldn't save your sign-in. You may have to sign in again next time.",
    de: "Dieses Gerät konnte deine Anmeldung nicht speichern. Vielleicht musst du dich beim nächsten Mal neu anmelden.",
    es: "Este dispositivo no pudo guardar tu sesión. Es posible que tengas que iniciarla de nuevo la próxima vez.",
  },
  differentPasswords: {
    en: "The passwords don't match.",
    de: "Die Passwörter stimmen nicht überein.",
    es: "Las contraseñas no coinciden.",
  },
} as const;

/** The name of a text that the client has itself. */
export type TextName = keyof typeof TEXTS;

/** A text in a language, such as `de` or `de-AT`; in English if there is none in that language. */
export function text(name: TextName, language: string | undefined): string {
  const own = (language ?? "en").split(/[-_]/)[0]?.toLowerCase();
  return TEXTS[name][own === "de" || own === "es" ? own : "en"];
}
