# SPDX-License-Identifier: Apache-2.0
"""A template of AWS SAM: a Lambda function for each executable, with its routes and schedules."""

from .catalogue import pascal_case
from .cron import Schedule
from .settings import OF_PROXIES
from .yaml_text import yaml_text

#: Lambda sets these itself, with the credentials of the function's role.
OF_LAMBDA = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")
#: Not needed on Lambda: the zip contains the templates, and Lambda has its own deadline.
OF_THE_ZIP = ("TEMPLATES_DIR", "DEADLINE_SECONDS")
NEEDED = ("DATABASE_URL", "SECRET_KEY")


#: For a database that is reachable only in a private network. Empty lists leave the functions outside.
NETWORK = {
    "SubnetIds": {"Type": "CommaDelimitedList", "Default": "", "Description": "Subnets with a route to the database"},
    "SecurityGroupIds": {"Type": "CommaDelimitedList", "Default": "", "Description": "Security groups of the functions"},
}
VPC = {"SubnetIds": {"Ref": "SubnetIds"}, "SecurityGroupIds": {"Ref": "SecurityGroupIds"}}


def variables(names):
    return [name for name in names if name not in (*OF_LAMBDA, *OF_THE_ZIP)]


def template(catalogue, version, architecture):
    return yaml_text({
        "AWSTemplateFormatVersion": "2010-09-09",
        "Transform": "AWS::Serverless-2016-10-31",
        "Description": f"Vestibule {version}",
        "Parameters": {
            **{pascal_case(name): parameter(name, catalogue) for name in variables([*catalogue.variables, *OF_PROXIES])}, **NETWORK,
        },
        "Conditions": {"HasNetwork": {"Fn::Not": [{"Fn::Equals": [{"Fn::Join": ["", {"Ref": "SubnetIds"}]}, ""]}]}},
        "Globals": {
            "Function": {
                "Runtime": "provided.al2023",
                "Handler": "bootstrap",
                "Architectures": [architecture],
                "Layers": [{"Ref": "Libraries"}],
                "Tracing": "Active",
                "VpcConfig": {"Fn::If": ["HasNetwork", VPC, {"Ref": "AWS::NoValue"}]},
            },
        },
        "Resources": {
            "Api": {"Type": "AWS::Serverless::HttpApi"},
            "Libraries": {
                "Type": "AWS::Serverless::LayerVersion",
                "Properties": {
                    "Description": "lib/ of the bundle, which all functions share",
                    "ContentUri": "libraries.zip",
                    "CompatibleRuntimes": ["provided.al2023"],
                    "CompatibleArchitectures": [architecture],
                },
            },
            **{function.type_name: resource(function, catalogue) for function in catalogue.functions},
        },
        "Outputs": {"Url": {"Value": {"Fn::Sub": "https://${Api}.execute-api.${AWS::Region}.${AWS::URLSuffix}"}}},
    })


def parameter(name, catalogue):
    """The parameter of a variable; an empty one counts as unset."""
    default = {} if name in NEEDED else {"Default": "templates/policies/pfa.json" if name == "POLICY_FILE" else ""}
    return {"Type": "String", **default, **({"NoEcho": True} if catalogue.is_secret(name) else {})}


def form_path(function, catalogue):
    """The path of a page's forms. API Gateway cannot tell a form from the JSON of an API function of the same route."""
    others = [other for other in catalogue.routes[function.route] if "POST" in other.methods and not other.is_page]
    return f"/{function.name}" if function.is_page and others else function.route


def resource(function, catalogue):
    names = variables([*function.entry["variables"], *(OF_PROXIES if function.route else ())])
    own = form_path(function, catalogue) if function.route else None
    values = {"FORMS_BY_NAME": "1"} if own != function.route else {}
    events = schedules(function) if function.cron else requests(function, own)
    return {
        "Type": "AWS::Serverless::Function",
        "Properties": {
            "Description": function.entry["summary"],
            "CodeUri": f"{function.name}.zip",
            "MemorySize": function.entry["memoryMB"],
            "Timeout": function.timeout,
            "Environment": {"Variables": {**{name: {"Ref": pascal_case(name)} for name in names}, **values}},
            **({"Events": events} if events else {}),
            **({"ReservedConcurrentExecutions": 1} if function.cron else {}),
            **({"Policies": [SENDING]} if function.sends_mail else {}),
        },
    }


#: The permission that `MAIL_URL=ses:REGION` needs.
SENDING = {
    "Version": "2012-10-17",
    "Statement": [{"Effect": "Allow", "Action": ["ses:SendEmail", "ses:SendRawEmail"], "Resource": "*"}],
}


def requests(function, form_path):
    """A route for each method. One function of a route answers OPTIONS, by `cors.origins` of the policy."""
    if not function.route:
        return {}
    methods = function.methods + (["HEAD"] if "GET" in function.methods else [])
    methods += ["OPTIONS"] if not function.is_page else []
    rest = "/{proxy+}" if function.has_subpaths else ""
    return {
        method.capitalize(): {
            "Type": "HttpApi",
            "Properties": {
                "ApiId": {"Ref": "Api"}, "Method": method, "Path": (form_path if method == "POST" else function.route) + rest,
                "PayloadFormatVersion": "2.0",
            },
        }
        for method in methods
    }


def schedules(function):
    """EventBridge does not retry, because the next run does the same work."""
    return {
        f"Schedule{number or ''}": {
            "Type": "Schedule",
            "Properties": {"Schedule": expression, "RetryPolicy": {"MaximumRetryAttempts": 0}},
        }
        for number, expression in enumerate(Schedule(function.cron).eventbridge)
    }
