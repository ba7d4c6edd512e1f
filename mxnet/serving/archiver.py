SERVICE = "mxnet_graph_service"
def service_source(): return ""
