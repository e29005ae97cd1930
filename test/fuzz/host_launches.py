"""The ways in which a random host program launches a kernel.

A way is given a Step and writes statements of a function that has A, B, C, n, w; what it
needs before that function goes to step.file. In WAYS the plainest comes first, each with
a weight.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from host_kernels import indented

WAYS = {}
# Those whose kernel every reader sees.
DIRECT = ["triple", "launch kernel", "launch ex", "launch ex attributes", "config twice", "lambda", "std function", "thread", "events", "device loop",
          "loop", "static initializer", "attributes", "cache config"]


def way(name, weight=1):
    def add(function):
        WAYS[name] = (weight, function)
        return function
    return add


def configuration(step, bytes_=True):
    words = [step.grid, step.block]
    if step.bytes or step.stream or (bytes_ and step.c.chance(f"{step.key}.zero bytes", 0.2)):
        words.append(step.bytes or "0")
    if step.stream:
        words.append(step.stream)
    return ", ".join(words)


def triple(step, kernel=None, arguments=None):
    return f"{kernel or step.kernel}<<<{configuration(step)}>>>({arguments or step.arguments});"


@way("triple", 8)
def plain(step):
    return [triple(step)]


@way("launch kernel", 3)
def launch_kernel(step):
    cast = step.pick("cast", ["(const void *)", "(void *)", "", "reinterpret_cast<const void *>(&"])
    kernel = cast + step.kernel + (")" if cast.endswith("&") else "")
    return [f"void *list[] = {{{step.addresses}}};",
            step.error("launch", f"cudaLaunchKernel({kernel}, {step.grid}, {step.block}, list, {step.bytes or '0'}, {step.stream or '0'})")]


@way("void pointer")
def void_pointer(step):
    return [f"const void *entry = (const void *){step.kernel};", f"void *list[] = {{{step.addresses}}};",
            step.error("launch", f"cudaLaunchKernel(entry, {step.grid}, {step.block}, list, {step.bytes or '0'}, {step.stream or '0'})")]


def config(step, name="config"):
    style = step.pick("config", ["fields", "zeroed", "braces"])
    if style == "braces":
        return [f"cudaLaunchConfig_t {name} = {{{step.grid}, {step.block}, {step.bytes or '0'}, {step.stream or '0'}, nullptr, 0}};"]
    return [f"cudaLaunchConfig_t {name}{' = {}' if style == 'fields' else '{}'};", f"{name}.gridDim = {step.grid};", f"{name}.blockDim = {step.block};",
            *([f"{name}.dynamicSmemBytes = {step.bytes};"] if step.bytes else []), *([f"{name}.stream = {step.stream};"] if step.stream else [])]


@way("launch ex", 3)
def launch_ex(step):
    return [*config(step), step.error("launch", f"cudaLaunchKernelEx(&config, {step.kernel}, {step.arguments})")]


@way("launch ex attributes", 2)
def launch_ex_attributes(step):
    which = step.pick("attribute", ["cudaLaunchAttributePriority", "cudaLaunchAttributeCooperative", "cudaLaunchAttributeProgrammaticStreamSerialization"])
    value = {"cudaLaunchAttributePriority": "val.priority = 0", "cudaLaunchAttributeCooperative": "val.cooperative = 1",
             "cudaLaunchAttributeProgrammaticStreamSerialization": "val.programmaticStreamSerializationAllowed = 0"}[which]
    return [*config(step), "cudaLaunchAttribute attributes[1];", f"attributes[0].id = {which};", f"attributes[0].{value};",
            "config.attrs = attributes;", "config.numAttrs = 1;",
            step.error("launch", f"cudaLaunchKernelEx(&config, {step.kernel}, {step.arguments})")]


@way("launch exc", 2)
def launch_exc(step):
    return [*config(step), f"void *list[] = {{{step.addresses}}};",
            step.error("launch", f"cudaLaunchKernelExC(&config, (const void *){step.kernel}, list)")]


@way("config twice", 1)
def config_twice(step):
    """A configuration that is changed between two launches."""
    return [*config(step), step.error("launch", f"cudaLaunchKernelEx(&config, {step.kernel}, {step.arguments})"),
            "config.gridDim.x = 1;", *([f"config.dynamicSmemBytes = {step.bytes} + 64;"] if step.bytes and not step.k.exact else []),
            step.error("again", f"cudaLaunchKernelEx(&config, {step.kernel}, {step.arguments})")]


@way("config reference")
def config_reference(step):
    step.file += [f"static cudaLaunchConfig_t configure{step.n}(dim3 grid, dim3 block, size_t bytes) {{", "  cudaLaunchConfig_t config = {};",
                  "  config.gridDim = grid;", "  config.blockDim = block;", "  config.dynamicSmemBytes = bytes;", "  return config;", "}"]
    return [f"cudaLaunchConfig_t config = configure{step.n}({step.grid}, {step.block}, {step.bytes or '0'});",
            step.error("launch", f"cudaLaunchKernelEx(&config, {step.kernel}, {step.arguments})")]


@way("cooperative", 2)
def cooperative(step):
    return [f"void *list[] = {{{step.addresses}}};",
            step.error("launch", f"cudaLaunchCooperativeKernel((void *){step.kernel}, {step.grid}, {step.block}, list, {step.bytes or '0'}, {step.stream or '0'})")]


@way("variadic wrapper", 3)
def variadic(step):
    name = f"go{step.n}"
    step.file += ["template <class F, class... Args>", f"static void {name}(F kernel, dim3 grid, dim3 block, size_t bytes, Args... args) {{",
                  "  kernel<<<grid, block, bytes>>>(args...);", "}"]
    return [f"{name}({step.kernel}, {step.grid}, {step.block}, {step.bytes or '0'}, {step.arguments});"]


@way("template parameter", 2)
def template_parameter(step):
    name = f"Launcher{step.n}"
    step.file += ["template <auto Kernel>", f"struct {name} {{", "  template <class... Args> static void run(dim3 grid, dim3 block, size_t bytes, Args... args) {",
                  "    Kernel<<<grid, block, bytes>>>(args...);", "  }", "};"]
    return [f"{name}<&{step.kernel}>::run({step.grid}, {step.block}, {step.bytes or '0'}, {step.arguments});"]


@way("function pointer", 2)
def function_pointer(step):
    how = step.pick("pointer", ["auto *", "auto", "typed"])
    declared = f"{step.pointer.replace('(*)', '(*kernel)')} = " if how == "typed" else f"{how} kernel = "
    return [declared + ("&" if step.c.chance(f"{step.key}.address", 0.3) else "") + step.kernel + ";", triple(step, "kernel")]


@way("pointer parameter", 2)
def pointer_parameter(step):
    step.file += [f"static void call{step.n}({step.pointer.replace('(*)', '(*kernel)')}, dim3 grid, dim3 block, size_t bytes, {step.parameters}) {{",
                  f"  kernel<<<grid, block, bytes>>>({step.arguments});", "}"]
    return [f"call{step.n}({step.kernel}, {step.grid}, {step.block}, {step.bytes or '0'}, {step.names});"]


@way("table", 2)
def table(step):
    step.file += [f"using Table{step.n} = {step.pointer};", f"static const Table{step.n} table{step.n}[] = {{{step.kernel}, {step.other}}};"]
    return [triple(step, f"table{step.n}[report::given(0)]")]


@way("map")
def in_map(step):
    step.includes |= {"<map>", "<string>"}
    return [f"std::map<std::string, {step.pointer}> kernels;", f'kernels["first"] = {step.kernel};', triple(step, 'kernels.at("first")')]


@way("member", 2)
def member(step):
    step.file += [f"struct Op{step.n} {{", f"  {step.pointer.replace('(*)', '(*kernel)')};", "  dim3 grid, block;", "  size_t bytes;", "};"]
    return [f"Op{step.n} op = {{{step.kernel}, {step.grid}, {step.block}, {step.bytes or '0'}}};",
            f"op.kernel<<<op.grid, op.block, op.bytes>>>({step.arguments});"]


@way("std function")
def std_function(step):
    step.includes.add("<functional>")
    return [f"std::function<void(int)> run = [=](int n) {{ {triple(step)} }};", "run(n);"]


@way("lambda", 2)
def in_lambda(step):
    return [f"auto run = [&](int n) {{ {triple(step)} }};", "run(n);"]


@way("generic lambda")
def generic_lambda(step):
    return [f"auto run = [&](auto kernel, auto... args) {{ {triple(step, 'kernel', 'args...')} }};", f"run({step.kernel}, {step.arguments});"]


@way("macro", 2)
def in_macro(step):
    step.file += [f"#define LAUNCH{step.n}(kernel, ...) kernel<<<{configuration(step)}>>>(__VA_ARGS__)"]
    return [f"LAUNCH{step.n}({step.macro_kernel}, {step.arguments});"]


@way("macro bytes")
def macro_bytes(step):
    step.file += [f"#define BYTES{step.n} ({step.bytes or '0'})", f"#define BLOCK{step.n} {step.block}"]
    return [f"{step.kernel}<<<{step.grid}, BLOCK{step.n}, BYTES{step.n}>>>({step.arguments});"]


@way("macro name")
def macro_name(step):
    """The kernel's name is made by ##."""
    name = step.k.name
    step.file += [f"#define NAMED{step.n}(name) {name[:-2]}##name"]
    return [triple(step, step.kernel.replace(name, f"NAMED{step.n}({name[-2:]})"))]


@way("macro whole")
def macro_whole(step):
    step.file += [f"#define RUN{step.n}(n) {triple(step).replace(';', '')}"]
    return [f"RUN{step.n}(n);"]


@way("thread")
def in_thread(step):
    step.includes.add("<thread>")
    return [f"std::thread worker([=] {{ {triple(step)} }});", "worker.join();"]


@way("static initializer")
def static_initializer(step):
    """A launch before main(), which does not write to memory that others see."""
    step.file += [f"static int early{step.n}() {{", *indented(step.preparation("early")), f"  {triple(step)}",
                  *indented(step.forget()), "}", f"static const int before{step.n} = early{step.n}();"]
    return [f'report::error("{step.label}", "early", before{step.n});', triple(step)]


@way("loop", 2)
def in_loop(step):
    more = f"{step.bytes} + 32 * i" if step.bytes and not (step.limited or step.k.exact) else step.bytes
    words = ", ".join([step.grid, step.block] + ([more] if more else []))
    return ["for (int i = 0; i < 3; ++i)", f"  {step.kernel}<<<{words}>>>({step.arguments});"]


@way("conditional", 2)
def conditional(step):
    """A value of the device decides."""
    return ["unsigned char first = 0;", "cudaMemcpy(&first, A, 1, cudaMemcpyDeviceToHost);", "if (first % 2)", f"  {triple(step)}",
            "else", f"  {triple(step, step.other)}"]


@way("chosen pointer", 2)
def chosen(step):
    return [f"auto kernel = report::given(n) > 64 ? {step.kernel} : {step.other};", triple(step, "kernel")]


@way("method")
def method(step):
    step.file += [f"struct Runner{step.n} {{", f"  {step.k.n_value} n;", "  template <int Times>",
                  f"  void run(dim3 grid, dim3 block, size_t bytes, {step.parameters_without_n}) const {{", "    for (int i = 0; i < Times; ++i)",
                  f"      {step.kernel}<<<grid, block, bytes>>>({step.arguments});", "  }", "};"]
    return [f"Runner{step.n}{{n}}.run<2>({step.grid}, {step.block}, {step.bytes or '0'}, {step.names_without_n});"]


@way("events")
def events(step):
    return ["cudaEvent_t from, to;", "cudaEventCreate(&from);", "cudaEventCreate(&to);", "cudaEventRecord(from);", triple(step),
            "cudaEventRecord(to);", step.error("event", "cudaEventSynchronize(to)"), "cudaEventDestroy(from);", "cudaEventDestroy(to);"]


@way("device loop")
def device_loop(step):
    return ["int devices = 0;", "cudaGetDeviceCount(&devices);", "for (int d = 0; d < devices; ++d) {", "  cudaSetDevice(d);", f"  {triple(step)}",
            "  cudaDeviceSynchronize();", "}"]


@way("occupancy", 3)
def occupancy(step):
    """How many blocks fit decides the grid, of at most those that the step has."""
    query = step.pick("query", ["active", "flags", "potential", "available"])
    size = step.bytes or "0"
    blocks = ["int fit = 0;"]
    if query in ("active", "flags"):
        end = "WithFlags" if query == "flags" else ""
        more = ", cudaOccupancyDefault" if query == "flags" else ""
        blocks += [step.error("query", f"cudaOccupancyMaxActiveBlocksPerMultiprocessor{end}(&fit, {step.kernel}, {step.thread_count}, {size}{more})")]
    elif query == "potential":
        blocks += ["int threads = 0;", step.error("query", f"cudaOccupancyMaxPotentialBlockSize(&fit, &threads, {step.kernel}, {size}, {step.thread_count})"),
                   f'report::error("{step.label}", "threads", threads >= {step.thread_count} ? 1 : 0);']
    else:
        blocks += ["size_t room = 0;", step.error("query", f"cudaOccupancyAvailableDynamicSMemPerBlock(&room, {step.kernel}, 1, {step.thread_count})"),
                   f"fit = room >= {size} ? 1 : 0;"]
    # A kernel whose blocks go on takes any grid.
    grid = f"dim3(fit < {step.grid_x} ? fit : {step.grid_x})" if step.k.persistent else step.grid
    if not step.k.persistent:
        blocks.append("if (fit > 0)")
    words = ", ".join([grid, step.block] + ([size] if step.bytes else []))
    return [*blocks, f"{'' if step.k.persistent else '  '}{step.kernel}<<<{words}>>>({step.arguments});"]


@way("attributes", 2)
def attributes(step):
    """What the kernel is said to allow decides."""
    return ["cudaFuncAttributes is;", step.error("attributes", f"cudaFuncGetAttributes(&is, {step.kernel})"),
            f'report::error("{step.label}", "threads", is.maxThreadsPerBlock >= {step.thread_count} ? 1 : 0);',
            *([f'report::error("{step.label}", "room", is.maxDynamicSharedSizeBytes >= {step.bytes} ? 1 : 0);'] if step.bytes else []),
            "if (is.maxThreadsPerBlock > 0)", f"  {triple(step)}"]


@way("limit around", 2)
def limit_around(step):
    """The limit is set to what the launch gives, and to less afterwards."""
    if not step.bytes:
        return plain(step)
    name = "cudaFuncAttributeMaxDynamicSharedMemorySize"
    which = step.pick("limit", ["named", "void", "pointer", "helper"])
    kernel = {"named": step.kernel, "void": f"(const void *){step.kernel}", "pointer": "kernel", "helper": step.kernel}[which]
    lines = [f"auto *kernel = {step.kernel};"] if which == "pointer" else []
    call = f"cudaFuncSetAttribute({kernel}, {name}, {{}})"
    if which == "helper":
        step.file += ["template <class F>", f"static cudaError_t allow{step.n}(F kernel, int bytes) {{", f"  return cudaFuncSetAttribute(kernel, {name}, bytes);", "}"]
        call = f"allow{step.n}({kernel}, {{}})"
    return [*lines, step.error("limit", call.format(f"(int)({step.bytes})")), triple(step), step.error("less", call.format("64")), triple(step),
            step.error("again", call.format(step.least_limit))]


@way("cache config")
def cache_config(step):
    call = step.pick("cache", [f"cudaFuncSetCacheConfig({step.kernel}, cudaFuncCachePreferShared)",
                               f"cudaFuncSetAttribute({step.kernel}, cudaFuncAttributePreferredSharedMemoryCarveout, 50)"])
    return [step.error("config", call), triple(step)]


# -- Graphs -------------------------------------------------------------------------


def captured(step, graph):
    """One launch as a graph."""
    words = f"{step.grid}, {step.block}, {step.bytes or '0'}, recorded"
    return [step.error("begin", "cudaStreamBeginCapture(recorded, cudaStreamCaptureModeGlobal)"),
            f"{step.kernel}<<<{words}>>>({step.arguments});", step.error("end", f"cudaStreamEndCapture(recorded, &{graph})")]


RECORD = ["cudaStream_t recorded;", "cudaStreamCreate(&recorded);", "cudaGraph_t graph;", "cudaGraphExec_t graphRun;"]
REPLAY = "cudaGraphLaunch(graphRun, recorded)"


@way("graph capture", 2)
def graph_capture(step):
    return [*RECORD, *captured(step, "graph"), "cudaGraphInstantiate(&graphRun, graph, 0);",
            step.error("first", REPLAY), step.error("second", REPLAY)]


def node_parameters(step, name, list_="list"):
    return [f"cudaKernelNodeParams {name} = {{}};", f"{name}.func = (void *){step.kernel};", f"{name}.gridDim = {step.grid};",
            f"{name}.blockDim = {step.block};", f"{name}.sharedMemBytes = {step.bytes or '0'};", f"{name}.kernelParams = {list_};"]


@way("graph node", 2)
def graph_node(step):
    """A node whose arguments change between two runs."""
    lines = [*RECORD, "cudaGraphNode_t node;", f"void *list[] = {{{step.addresses}}};", *node_parameters(step, "of"),
             "cudaGraphCreate(&graph, 0);", step.error("node", "cudaGraphAddKernelNode(&node, graph, nullptr, 0, &of)"),
             "cudaGraphInstantiate(&graphRun, graph, 0);", step.error("first", REPLAY)]
    if not step.k.packed:
        lines += [f"n = report::given(n > {step.length} ? {step.length} : n);"]
    return [*lines, step.error("change", "cudaGraphExecKernelNodeSetParams(graphRun, node, &of)"), step.error("second", REPLAY)]


@way("graph update", 2)
def graph_update(step):
    """A graph that another capture of the kernel updates."""
    change = [] if step.k.packed else [f"n = report::given(n > {step.length} ? {step.length} : n);"]
    return [*RECORD, "cudaGraph_t later;", "cudaGraphExecUpdateResultInfo info;", *captured(step, "graph"),
            "cudaGraphInstantiate(&graphRun, graph, 0);", step.error("first", REPLAY), *change, *captured(step, "later"),
            step.error("update", "cudaGraphExecUpdate(graphRun, later, &info)"), step.error("second", REPLAY)]


@way("graph changed", 2)
def graph_changed(step):
    """A captured launch whose node gets other blocks or other memory."""
    change = ["of.gridDim.x = 1;"]
    if step.alias == "apart" and not step.k.restrict and not step.k.packed and step.k.family == "row":
        change += [f"{step.type} *same = A;", "void *list[] = {&A, &B, &same, &n, &w};", "of.kernelParams = list;"]
    return [*RECORD, *captured(step, "graph"), "cudaGraphNode_t node;", "size_t count = 1;", "cudaGraphGetNodes(graph, &node, &count);",
            "cudaKernelNodeParams of;", step.error("read", "cudaGraphKernelNodeGetParams(node, &of)"), *change,
            step.error("change", "cudaGraphKernelNodeSetParams(node, &of)"), "cudaGraphInstantiate(&graphRun, graph, 0);", step.error("run", REPLAY)]
