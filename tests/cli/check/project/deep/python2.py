import mxnet as mx
print "old"
