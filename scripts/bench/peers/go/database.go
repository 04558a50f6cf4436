// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"database/sql"
	"os"
	"strings"
	"time"

	_ "github.com/mattn/go-sqlite3"
)

var database *sql.Conn
var path = strings.TrimPrefix(os.Getenv("DATABASE_URL"), "sqlite:")

func openDatabase() {
	pool, err := sql.Open("sqlite3", "file:"+path+"?_busy_timeout=10000&_synchronous=FULL&_foreign_keys=on&_mutex=no")
	check(err)
	database, err = pool.Conn(context.Background())
	check(err)
	var version int
	check(database.QueryRowContext(context.Background(), "PRAGMA user_version").Scan(&version))
}

// Checkpoints the log like the functions. Does not close the database, because that would checkpoint again.
func leave() {
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 200*4096 {
		run("PRAGMA busy_timeout = 0")
		run("PRAGMA wal_checkpoint(TRUNCATE)")
	}
	os.Exit(0)
}

func run(statement string, values ...any) {
	_, err := database.ExecContext(context.Background(), statement, values...)
	check(err)
}

type row map[string]any

func (row row) text(name string) string {
	text, _ := row[name].(string)
	return text
}

func (row row) number(name string) int64 {
	number, _ := row[name].(int64)
	return number
}

func rows(statement string, values ...any) []row {
	found, err := database.QueryContext(context.Background(), statement, values...)
	check(err)
	defer found.Close()
	names, err := found.Columns()
	check(err)
	result := []row{}
	for found.Next() {
		cells, places := make([]any, len(names)), make([]any, len(names))
		for index := range cells {
			places[index] = &cells[index]
		}
		check(found.Scan(places...))
		made := row{}
		for index, name := range names {
			if bytes, ok := cells[index].([]byte); ok {
				cells[index] = string(bytes)
			}
			made[name] = cells[index]
		}
		result = append(result, made)
	}
	check(found.Err())
	return result
}

// The only row; there must be exactly one.
func only(statement string, values ...any) row {
	found := rows(statement, values...)
	require(len(found) == 1, "there is no such row")
	return found[0]
}

func audit(function, action string, account, team, subject, provider any) {
	run(insertAuditSQL, newID(), now, function, action, account, team, subject, nil, provider, nil, nil, nil, nil, nil,
		nil, nil, nil, nil, nil, time.Now().UnixMilli()-now, nil)
}
