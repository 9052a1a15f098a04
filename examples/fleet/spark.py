"""Replays logs by Spark: each element is the number of a part, and each task runs the command line for it.

Every worker needs the command `tamis`, and the logs under the same path (a shared file system).

    spark-submit spark.py /shared/logs /shared/results 64
    tamis savings --recordings --merge /shared/results/part-*.json --html report.html
"""

import os
import shlex
import sys

from pyspark.sql import SparkSession

logs, results, parts = sys.argv[1], sys.argv[2], int(sys.argv[3])
spark = SparkSession.builder.appName("tamis savings --recordings").getOrCreate()

# `pipe` gives each part's number on standard input, one a line.
command = (
    f"mkdir -p {shlex.quote(results)}; while read part; do "
    f"tamis savings --recordings {shlex.quote(logs)} --shard \"$part/{parts}\" --json > {shlex.quote(results)}/part-$part.json "
    "&& echo \"$part\"; done"
)
numbers = spark.sparkContext.parallelize(range(1, parts + 1), parts)
# It gets no other environment than this.
environment = {"PATH": os.environ["PATH"]}
done = numbers.map(str).pipe("sh -c " + shlex.quote(command), environment).collect()
print(f"{len(done)} of {parts} parts are done")
sys.exit(0 if len(done) == parts else 1)
