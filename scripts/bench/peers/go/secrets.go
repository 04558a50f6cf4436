// SPDX-License-Identifier: Apache-2.0

package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/crypto/chacha20poly1305"
	"golang.org/x/crypto/hkdf"
)

var base64url = base64.RawURLEncoding

func randomBytes(count int) []byte {
	bytes := make([]byte, count)
	_, err := rand.Read(bytes)
	check(err)
	return bytes
}

var count int

// A UUID of version 7.
func newID() string {
	rest := randomBytes(8)
	rest[0] = rest[0]&0x3F | 0x80
	digits := fmt.Sprintf("%012x7%03x%x", now, count, rest)
	count++
	return strings.Join([]string{digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]}, "-")
}

func codeHash(code string) string {
	digest := sha256.Sum256([]byte(strings.ToUpper(code)))
	return base64url.EncodeToString(digest[:])
}

func derived(secret []byte, purpose string) []byte {
	key := make([]byte, 32)
	_, err := io.ReadFull(hkdf.New(sha256.New, secret, nil, []byte("vestibule "+purpose)), key)
	check(err)
	return key
}

func secretKey(purpose string) []byte {
	secret, err := base64.StdEncoding.DecodeString(os.Getenv("SECRET_KEY"))
	check(err)
	return derived(secret, purpose)
}

func authenticationCode(text string, key []byte) string {
	code := hmac.New(sha256.New, key)
	code.Write([]byte(text))
	return base64url.EncodeToString(code.Sum(nil))
}

func seal(text string, key []byte, place string) string {
	cipher, err := chacha20poly1305.New(key)
	check(err)
	nonce := randomBytes(12)
	return base64url.EncodeToString(cipher.Seal(nonce, nonce, []byte(text), []byte(place)))
}

func openSealed(sealed, purpose, place string) string {
	box, err := base64url.DecodeString(sealed)
	check(err)
	cipher, err := chacha20poly1305.New(secretKey(purpose))
	check(err)
	text, err := cipher.Open(nil, box[:12], box[12:], []byte(place))
	check(err)
	return string(text)
}

// A key in the database for MACs.
func hashKey(name, sealed string) []byte {
	key, err := base64url.DecodeString(openSealed(sealed, "hash keys", name))
	check(err)
	return key
}
