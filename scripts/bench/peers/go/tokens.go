// SPDX-License-Identifier: Apache-2.0

package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strings"
	"time"
)

type jwk struct{ Kid, N, E, X, Y string }

func number(text string) *big.Int {
	bytes, err := base64url.DecodeString(text)
	check(err)
	return new(big.Int).SetBytes(bytes)
}

type token struct {
	header    struct{ Alg, Kid string }
	claims    object
	digest    [32]byte
	signature []byte
}

// A token that is not verified yet.
func parse(text, algorithm string) token {
	parts := strings.Split(text, ".")
	require(len(parts) == 3, "a token is three parts")
	token := token{digest: sha256.Sum256([]byte(parts[0] + "." + parts[1]))}
	for index, target := range []any{&token.header, &token.claims} {
		part, err := base64url.DecodeString(parts[index])
		check(err)
		check(json.Unmarshal(part, target))
	}
	signature, err := base64url.DecodeString(parts[2])
	check(err)
	token.signature = signature
	require(token.header.Alg == algorithm, "alg")
	return token
}

func (token token) seconds(name string) int64 {
	value, _ := token.claims[name].(float64)
	return int64(value)
}

func (token token) isFor(audiences ...string) bool {
	claimed, isList := token.claims["aud"].([]any)
	if !isList {
		claimed = []any{token.claims["aud"]}
	}
	for _, one := range claimed {
		for _, audience := range audiences {
			if one == audience {
				return true
			}
		}
	}
	return false
}

func idToken(text string, keySet string, audiences []string) object {
	token := parse(text, "RS256")
	var keys struct{ Keys []jwk }
	check(json.Unmarshal([]byte(keySet), &keys))
	for _, key := range keys.Keys {
		if key.Kid != token.header.Kid {
			continue
		}
		public := rsa.PublicKey{N: number(key.N), E: int(number(key.E).Int64())}
		check(rsa.VerifyPKCS1v15(&public, crypto.SHA256, token.digest[:], token.signature))
		issuer := token.claims["iss"]
		require(issuer == "https://accounts.google.com" || issuer == "accounts.google.com", "iss")
		require(token.isFor(audiences...), "aud")
		require(token.seconds("exp")*1000 > now && token.seconds("iat")*1000 <= now+60_000, "exp")
		return token.claims
	}
	require(false, "there is no key of that id")
	return nil
}

// Account and session of an access token.
func bearer(event object) (string, string) {
	authorization := event.text("authorization", 8192)
	require(strings.HasPrefix(authorization, "Bearer "), "authorization")
	token := parse(authorization[7:], "ES256")
	var key jwk
	check(json.Unmarshal([]byte(only(signingKeySQL, token.header.Kid).text("public_key")), &key))
	public := ecdsa.PublicKey{Curve: elliptic.P256(), X: number(key.X), Y: number(key.Y)}
	require(len(token.signature) == 64, "signature")
	r, s := new(big.Int).SetBytes(token.signature[:32]), new(big.Int).SetBytes(token.signature[32:])
	require(ecdsa.Verify(&public, token.digest[:], r, s), "signature")
	require(token.isFor("PFA") && token.seconds("exp")*1000 > now, "authorization")
	return token.claims.text("sub", 64), token.claims.text("sid", 64)
}

// The newest signing key, and the hash keys by name.
type tokenKeys struct {
	signing row
	hash    map[string][]byte
}

func readTokenKeys() tokenKeys {
	keys := tokenKeys{hash: map[string][]byte{}}
	for _, key := range rows(hashKeysSQL) {
		keys.hash[key.text("name")] = hashKey(key.text("name"), key.text("sealed_key"))
	}
	for _, key := range rows(signingKeysSQL) {
		if keys.signing == nil || key.number("created_at") > keys.signing.number("created_at") {
			keys.signing = key
		}
	}
	return keys
}

func accessToken(account, session, role string, endsAt int64, key row) string {
	id := key.text("id")
	private := ecdsa.PrivateKey{D: number(openSealed(key.text("sealed_private_key"), "signing keys", id))}
	private.Curve = elliptic.P256()
	header, err := json.Marshal(struct {
		Alg string `json:"alg"`
		Typ string `json:"typ"`
		Kid string `json:"kid"`
	}{"ES256", "at+jwt", id})
	check(err)
	claims, err := json.Marshal(map[string]any{
		"iss": os.Getenv("PUBLIC_URL"), "aud": "PFA", "sub": account, "sid": session, "role": role, "iat": now / 1000,
		"exp": endsAt / 1000, "gen": 0})
	check(err)
	text := base64url.EncodeToString(header) + "." + base64url.EncodeToString(claims)
	digest := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, &private, digest[:])
	check(err)
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return text + "." + base64url.EncodeToString(signature)
}

func refreshToken(session string, generation int64, keys tokenKeys) string {
	text := fmt.Sprintf("%s.%d", session, generation)
	return text + "." + authenticationCode(text, keys.hash["refresh-tokens"])
}

func sessionTokens(session string, generation int64, account, role string, policy policy, endsAt int64, keys tokenKeys) object {
	end := min(now+policy.Session.AccessMinutes*60_000, endsAt)
	return object{
		"accessToken":          accessToken(account, session, role, end, keys.signing),
		"accessTokenExpiresAt": time.UnixMilli(end).UTC().Format(time.RFC3339),
		"refreshToken":         refreshToken(session, generation, keys),
	}
}

func min(one, other int64) int64 {
	if one < other {
		return one
	}
	return other
}
