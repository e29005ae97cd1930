"""check_schema.py SCHEMA REPORT...: each report is what the schema says, and has
no key that the schema does not know."""
import json
import sys

import jsonschema


def closed(schema):
    """The schema without permission for further keys."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: closed(value) for key, value in schema.items()}
    if schema.get("type") == "object":
        result.setdefault("additionalProperties", False)
    return result


schema = json.load(open(sys.argv[1]))
jsonschema.Draft7Validator.check_schema(schema)
for report in sys.argv[2:]:
    document = json.load(open(report))
    for form in schema, closed(schema):
        jsonschema.validate(document, form, cls=jsonschema.Draft7Validator)
