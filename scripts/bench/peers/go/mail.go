// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"fmt"
	"html"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/smtp"
	"net/textproto"
	"os"
	"strings"
	"time"
)

func filled(file string, values []string) string {
	template, err := os.ReadFile(os.Getenv("PEER_TEMPLATES") + "/" + file)
	check(err)
	return strings.NewReplacer(values...).Replace(string(template))
}

func (sending *sending) message() []byte {
	base, from := os.Getenv("PUBLIC_URL"), os.Getenv("MAIL_FROM")
	unsubscribe := base + "/unsubscribe?token=" + sending.unsubscribeToken
	values := []string{
		"{{client}}", sending.name, "{{inviter}}", sending.inviter.text("display_name"), "{{days}}", fmt.Sprint(sending.days),
		"{{expiresOn}}", time.UnixMilli(sending.expiresAt-lastDay).UTC().Format("2 January 2006"),
		"{{code}}", sending.code, "{{link}}", base + "/invite?code=" + sending.code,
		"{{appLink}}", "pfa://invite?code=" + sending.code, "{{unsubscribeLink}}", unsubscribe}
	escaped := append([]string{}, values...)
	for index := 1; index < len(escaped); index += 2 {
		escaped[index] = html.EscapeString(escaped[index])
	}
	made := &bytes.Buffer{}
	parts := multipart.NewWriter(made)
	to := mail.Address{Name: sending.name, Address: sending.email}
	replyTo := mail.Address{Name: sending.inviter.text("display_name"), Address: sending.inviter.text("email")}
	for _, header := range [][2]string{
		{"Date", time.UnixMilli(now).UTC().Format(time.RFC1123Z)}, {"From", replyTo.Name + " via " + from}, {"To", to.String()},
		{"Reply-To", replyTo.String()},
		{"Message-ID", "<" + sending.mail + "@" + strings.SplitN(from, "@", 2)[1]}, {"Subject", filled("subject.txt", values)},
		{"List-Unsubscribe", "<" + unsubscribe + ">"}, {"List-Unsubscribe-Post", "List-Unsubscribe=One-Click"},
		{"Auto-Submitted", "auto-generated"}, {"MIME-Version", "1.0"},
		{"Content-Type", "multipart/alternative;\r\n boundary=\"" + parts.Boundary() + "\""},
	} {
		fmt.Fprintf(made, "%s: %s\r\n", header[0], header[1])
	}
	made.WriteString("\r\n")
	for _, kind := range [][2]string{{"plain", filled("body.txt", values)}, {"html", filled("body.html", escaped)}} {
		part, err := parts.CreatePart(textproto.MIMEHeader{
			"Content-Type":              {"text/" + kind[0] + "; charset=utf-8"},
			"Content-Transfer-Encoding": {"quoted-printable"}})
		check(err)
		encoder := quotedprintable.NewWriter(part)
		_, err = encoder.Write([]byte(strings.ReplaceAll(kind[1], "\n", "\r\n")))
		check(err)
		check(encoder.Close())
	}
	check(parts.Close())
	return made.Bytes()
}

func deliver(relay, recipient string, message []byte) {
	from, err := mail.ParseAddress(os.Getenv("MAIL_FROM"))
	check(err)
	client, err := smtp.Dial(relay)
	check(err)
	check(client.Hello(strings.SplitN(from.Address, "@", 2)[1]))
	check(client.Mail(from.Address))
	check(client.Rcpt(recipient))
	body, err := client.Data()
	check(err)
	_, err = body.Write(message)
	check(err)
	check(body.Close())
	check(client.Quit())
}
