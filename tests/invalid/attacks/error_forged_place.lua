-- expect: error: script:99: forged
error("script:99: forged")
