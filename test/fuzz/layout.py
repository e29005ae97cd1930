"""Lines of code to text: indentation, and the odd formatting that people have."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

REMARKS = ["// load the tile", "/* next */", "// } not a brace", "/* a = b; */", "// __syncthreads();",
           "// \"quoted", "/* several\n   lines { */", "// k0 += 8;"]


def lay_out(lines, choices=None):
    indent = "  "
    remarks = blanks = own_line = tight = False
    if choices:
        indent = choices.pick("indent", ["  ", "    ", "\t"], [4, 2, 1])
        remarks = choices.chance("remarks", 0.25)
        blanks = choices.chance("blanks", 0.2)
        own_line = choices.chance("allman", 0.12)
        tight = choices.chance("tight", 0.1)
    result, depth, hanging = [], 0, False
    for number, line in enumerate(lines):
        if line.startswith("}"):
            depth -= 1
        pad = indent * (depth + (1 if hanging and not line.startswith("{") else 0))
        hanging = is_head(line)
        if line.endswith("{"):
            depth += 1
        if line.startswith("#"):
            result.append(line)
            continue
        inner = choices and depth > 1
        if remarks and inner and choices.chance(f"remark{number}", 0.2):
            result.append(pad + choices.pick(f"words{number}", REMARKS))
        if blanks and inner and choices.chance(f"blank{number}", 0.2):
            result.append("")
        opens = line.endswith(" {") and not line.startswith("}")
        if remarks and inner and line.endswith(";") and choices.chance(f"tail{number}", 0.15):
            line += "  // " + choices.pick(f"why{number}", ["done", "}", "{", "tile[0]", "?\\ no"])
        if own_line and opens:
            result += [pad + line[:-2], pad + "{"]
            continue
        if tight and inner and result and line.endswith(";") and result[-1].endswith(";") \
                and "//" not in result[-1] and not hanging and choices.chance(f"join{number}", 0.3):
            result[-1] += " " + line
            continue
        result.append(pad + line)
    return result


def is_head(line):
    """Whether the next line is the branch of this one."""
    return (line.startswith(("if (", "for (")) and not line.endswith(("{", ";"))) or line == "else"
