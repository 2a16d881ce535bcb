# docker build -t teenpatti . && docker run -p 8000:8000 -v teenpatti:/data teenpatti
FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements/bootstrap.txt requirements/run.txt requirements/
RUN python -m venv /opt/teenpatti \
    && /opt/teenpatti/bin/pip install --no-cache-dir --only-binary :all: --require-hashes -r requirements/bootstrap.txt \
    && /opt/teenpatti/bin/uv pip install --python /opt/teenpatti --no-cache --require-hashes -r requirements/run.txt
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY web web
COPY src src
# The web app is built here, with the Node that is among the locked packages.
RUN /opt/teenpatti/bin/uv pip install --python /opt/teenpatti --no-cache --no-deps --no-build-isolation --compile-bytecode .

FROM python:3.13-slim
COPY --from=build /opt/teenpatti /opt/teenpatti
RUN useradd --system --uid 10001 --home-dir /data teenpatti && install -d -m 0700 -o teenpatti /data
USER teenpatti
VOLUME /data
EXPOSE 8000
ENV TEENPATTI_DATA=/data TEENPATTI_PORT=8000 TEENPATTI_LOG_FORMAT=json TEENPATTI_NO_OPEN=1
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s CMD ["/opt/teenpatti/bin/python", "-c", \
    "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
# Long enough to tell every page and to finish what was begun.
STOPSIGNAL SIGTERM
ENTRYPOINT ["/opt/teenpatti/bin/teenpatti"]
CMD ["serve"]
