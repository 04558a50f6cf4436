# SPDX-License-Identifier: Apache-2.0
"""Functions on AWS Lambda."""

import json
import uuid

SQS = "arn:aws:sqs:eu-central-1:123456789012:events"


def message(event, **more):
    body = event if isinstance(event, str) else json.dumps(event)
    return {"messageId": str(uuid.uuid4()), "receiptHandle": "x", "body": body, "eventSource": "aws:sqs", "eventSourceARN": SQS, "attributes": {}, **more}
