from strongroom import Strongroom

client = Strongroom()
result = client.run(language="bash", code="echo from $LANGUAGE", env={"LANGUAGE": "Python"})
print(result["status"], result["stdout"].strip())

with client.sandboxes.create(language="python") as sandbox:
    sandbox.cell("x = 6 * 7")
    print(sandbox.cell("x")["outputs"][0]["data"]["text/plain"])
