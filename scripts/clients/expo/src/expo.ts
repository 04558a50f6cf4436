// SPDX-License-Identifier: Apache-2.0

import AsyncStorage from "@react-native-async-storage/async-storage";
import * as Application from "expo-application";
import * as Crypto from "expo-crypto";
import * as Linking from "expo-linking";
import * as SecureStore from "expo-secure-store";
import { AppState, Platform } from "react-native";
import { Auth } from "./auth";
import type { AuthOptions } from "./authOptions";
import type { AppEvents } from "./react";
import { secureStore } from "./secureStore";
import { itemStore } from "./stores";

/** An auth for an Expo app: tokens in the keychain or keystore, rules and last answers in `AsyncStorage`. */
export function createExpoAuth(options: AuthOptions): Auth {
  return new Auth({
    tokens: secureStore({
      getItemAsync: (name) => SecureStore.getItemAsync(name),
      // Readable after the first unlocking of the phone, and not part of a backup that another phone gets.
      setItemAsync: (name, text) =>
        SecureStore.setItemAsync(name, text, { keychainAccessible: SecureStore.AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY }),
      deleteItemAsync: (name) => SecureStore.deleteItemAsync(name),
    }),
    answers: itemStore(AsyncStorage),
    randomUUID: () => Crypto.randomUUID(),
    referrer: Platform.OS === "android" ? () => Application.getInstallReferrerAsync() : null,
    ...options,
  });
}

/** The links that open an Expo app (universal links, app links and the app's own scheme), for `AuthProvider`. */
export const expoEvents: AppEvents = {
  initialURL: () => Linking.getInitialURL(),
  onURL(listener) {
    const subscription = Linking.addEventListener("url", ({ url }) => listener(url));
    return () => subscription.remove();
  },
  onActive(listener) {
    const subscription = AppState.addEventListener("change", (state) => void (state === "active" && listener()));
    return () => subscription.remove();
  },
};
