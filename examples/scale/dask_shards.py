"""N shards of a command by Dask, merged to OUT: python dask_shards.py N OUT COMMAND...

    python dask_shards.py 8 clashes.csv abut clash --groups plant.obj --csv

Client() starts workers here; Client("scheduler:8786") asks those of a cluster, which need the files and OUT's folder at the same places.
"""
import os, subprocess, sys
from dask.distributed import Client

def shard(i, n, out, command, folder):
    subprocess.run([*command, "--shard", f"{i}/{n}", "-o", f"{out}.{i}.part"], check=True, cwd=folder)
    return f"{out}.{i}.part"

if __name__ == "__main__":
    n, out, command = int(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3:]
    with Client() as client:
        parts = client.gather([client.submit(shard, i + 1, n, out, command, os.getcwd(), pure=False) for i in range(n)])
    status = subprocess.run([command[0], "merge", *parts, "-o", out]).returncode
    for part in parts:
        os.remove(part)
    sys.exit(status)  # as one run: of a clash 1 says that some are listed
