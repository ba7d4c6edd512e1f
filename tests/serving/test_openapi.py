"""Tests of the descriptions: they list what the applications serve."""

from starlette.routing import Route

from mxnet.serving import mms, oip, openapi, page, sagemaker


def served(routes):
    return {(route.path.replace("{name}", "{model_name}"), method.lower()) for route in routes
            if isinstance(route, Route) for method in route.methods or ()}


def test_each_described_operation_exists():
    inference = served([*page.ROUTES, *oip.INFERENCE, *sagemaker.SINGLE, *mms.INFERENCE])
    for operations, routes in ((openapi.INFERENCE, inference), (openapi.MANAGEMENT, served(mms.MANAGEMENT))):
        described = openapi.describe(operations)
        assert {(path, method) for path, methods in described["paths"].items() for method in methods} <= routes
        names = [operation["operationId"] for methods in described["paths"].values() for operation in methods.values()]
        assert len(names) == len(set(names))
