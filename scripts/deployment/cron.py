# SPDX-License-Identifier: Apache-2.0
"""Schedules: the five fields of crontab(5), and their formats for systemd and EventBridge."""

from .settings import CONFIGURATION, EXAMPLE, PREFIX, STATE, USER

#: The lowest and the highest number of each field.
RANGES = {"minute": (0, 59), "hour": (0, 23), "day": (1, 31), "month": (1, 12), "weekday": (0, 7)}
WEEKDAYS = ("Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat")


class Schedule:
    """A schedule. Each field contains numbers, or None for all of them; `*/n` is kept as it is, because it is easier to read."""

    def __init__(self, cron):
        texts = cron.split()
        if len(texts) != len(RANGES):
            raise ValueError(f"a schedule has five fields: {cron}")
        self.fields = {name: Field(text, *RANGES[name]) for name, text in zip(RANGES, texts)}

    @property
    def alternatives(self):
        """If both days and weekdays are given, either may match (crontab(5)): that gives two schedules."""
        every = Field("*", 0, 0)
        if self.fields["day"].is_every or self.fields["weekday"].is_every:
            return [self.fields]
        return [{**self.fields, "weekday": every}, {**self.fields, "day": every}]

    @property
    def calendars(self):
        """The schedule as systemd.time(7), in UTC."""
        return [calendar(fields) for fields in self.alternatives]

    @property
    def eventbridge(self):
        """The schedule for EventBridge: six fields, with `?` for days or for weekdays."""
        return [eventbridge(fields) for fields in self.alternatives]


class Field:
    def __init__(self, text, least, greatest):
        self.least, self.is_every = least, text == "*"
        self.step = int(text[2:]) if text.startswith("*/") else None
        self.numbers = [] if self.is_every else sorted({
            number for part in text.split(",") for number in self.expanded(part, least, greatest)})

    @staticmethod
    def expanded(part, least, greatest):
        span, _, step = part.partition("/")
        first, _, last = (f"{least}-{greatest}" if span == "*" else span).partition("-")
        numbers = range(int(first), int(last or first) + 1, int(step or 1))
        if not numbers or numbers[0] < least or numbers[-1] > greatest:
            raise ValueError(f"{part} should be within {least}-{greatest}")
        return numbers

    def text(self):
        if self.is_every:
            return "*"
        return f"{self.least}/{self.step}" if self.step else ",".join(map(str, self.numbers))


def calendar(fields):
    days = sorted({number % 7 for number in fields["weekday"].numbers})
    weekdays = ",".join(WEEKDAYS[day] for day in days) + " " if days else ""
    text = {name: field.text() for name, field in fields.items()}
    return f"{weekdays}*-{text['month']}-{text['day']} {text['hour']}:{text['minute']}:00 UTC"


def eventbridge(fields):
    text = {name: field.text() for name, field in fields.items()}
    weekdays = sorted({number % 7 + 1 for number in fields["weekday"].numbers})
    day, weekday = ("?", ",".join(map(str, weekdays))) if weekdays else (text["day"], "?")
    return f"cron({text['minute']} {text['hour']} {day} {text['month']} {weekday} *)"


def crontab(catalogue):
    """A file for /etc/cron.d. cron mails the log to the user; the results are discarded."""
    variables = "".join(f"{name}={value}\n" for name, value in EXAMPLE.items())
    lines = "".join(
        f"{function.cron} {USER} cd {STATE} && echo '{{}}' | "
        f"DEADLINE_SECONDS={function.deadline} {PREFIX}/bin/{function.name} >/dev/null\n"
        for function in catalogue.scheduled)
    return f"# cron does not read {CONFIGURATION}/env: keep these variables equal to those in it.\n{variables}\n{lines}"
