# What the maintainer of a published repository fills in. Nowhere else in the tree
# stand such placeholders: test/project.py looks, and with --release it demands that
# these are filled in.
set(PR_REPOSITORY "https://example.org/OWNER/pipeline-rewrite")
# For packages, and for reports that are not to be public.
set(PR_CONTACT "pipeline-rewrite maintainers <maintainers@pipeline-rewrite.invalid>")
